/** ISO 3166-1 alpha-2. */
const codes = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC ' +
  'CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD ' +
  'GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH ' +
  'KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW ' +
  'MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC ' +
  'SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY ' +
  'UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

/** A line of a lookup table (specification, Lookup tables). */
export type Coded = { code: string; name: string };

const names = new Intl.DisplayNames(['es'], { type: 'region' });

export const countries: readonly Coded[] = codes.map((code) => ({ code, name: names.of(code) ?? code }));
export const isCountry = (code: string): boolean => codes.includes(code);

/** Types of organization as the registry of .es numbers them. */
export const organizationTypes: readonly Coded[] = [
  ['1', 'Persona física'],
  ['39', 'Agrupación de interés económico'],
  ['47', 'Asociación'],
  ['59', 'Asociación deportiva'],
  ['68', 'Colegio profesional'],
  ['124', 'Caja de ahorros'],
  ['150', 'Comunidad de bienes'],
  ['152', 'Comunidad de propietarios'],
  ['164', 'Congregación o institución religiosa'],
  ['181', 'Consulado'],
  ['197', 'Corporación de derecho público'],
  ['203', 'Embajada'],
  ['229', 'Entidad local'],
  ['269', 'Federación deportiva'],
  ['286', 'Fundación'],
  ['365', 'Mutua de seguros y reaseguros a prima fija'],
  ['434', 'Órgano de la administración autonómica'],
  ['436', 'Órgano de la administración del Estado'],
  ['439', 'Partido político'],
  ['476', 'Sindicato'],
  ['510', 'Sociedad agraria de transformación'],
  ['524', 'Sociedad anónima'],
  ['525', 'Sociedad anónima deportiva'],
  ['554', 'Sociedad civil'],
  ['560', 'Sociedad colectiva'],
  ['562', 'Sociedad comanditaria'],
  ['566', 'Sociedad cooperativa'],
  ['608', 'Sociedad laboral'],
  ['612', 'Sociedad limitada'],
  ['713', 'Sucursal en España'],
  ['717', 'Unión temporal de empresas'],
  ['744', 'Sociedad limitada laboral'],
  ['745', 'Entidad pública autonómica'],
  ['746', 'Entidad pública estatal'],
  ['747', 'Entidad pública local'],
  ['877', 'Otros'],
  ['878', 'Consejo regulador de denominación de origen'],
  ['879', 'Entidad gestora de espacios naturales'],
].map(([code = '', name = '']) => ({ code, name }));
