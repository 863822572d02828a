/** What a plan counts and limits (specification, Hosting service records: Resources). */
export type Counter =
  | 'ftpusage'
  | 'ftpfiles'
  | 'webtraffic'
  | 'ftp'
  | 'ddbb'
  | 'subdomain'
  | 'email'
  | 'emailalias'
  | 'ddbbusage';

/** Specification, Hosting product keys. The key of the plain mail plan is not shown there. */
export type PlanKey = 'redir' | 'mini' | 'mailplus' | 'mailpro' | 'basic' | 'professional' | 'advanced' | 'corporate';

export type Plan = {
  productkey: PlanKey;
  title: string;
  /** For a year, in the account's currency. */
  price: number;
  /** Whether sites can be published. */
  web: boolean;
  /** Whether the parking page can be shown. */
  parking: boolean;
  max: Readonly<Record<Counter, number>>;
};

const gigabyte = 1024 ** 3;

const describe = (
  [productkey, title, price]: [PlanKey, string, number],
  [gigabytes, ftp, ddbb, subdomain, email, emailalias]: [number, number, number, number, number, number],
): Plan => ({
  productkey,
  title,
  price,
  web: gigabytes > 0,
  parking: gigabytes > 0 || email === 0,
  max: {
    ftpusage: gigabytes * gigabyte,
    ftpfiles: gigabytes * 50_000,
    webtraffic: gigabytes * 10 * gigabyte,
    ftp,
    ddbb,
    subdomain,
    email,
    emailalias,
    ddbbusage: ddbb * gigabyte,
  },
});

/** The prices and maxima of the provider's plans are not known: these are the sandbox's own. */
export const plans: Readonly<Record<PlanKey, Plan>> = {
  //                                               GB FTP ddbb subd. mail aliases
  redir: describe(['redir', 'Redirect and parking', 4.95], [0, 0, 0, 0, 0, 0]),
  mini: describe(['mini', 'Mini hosting', 9.95], [1, 1, 1, 2, 2, 2]),
  mailplus: describe(['mailplus', 'Mail Plus hosting', 14.95], [0, 0, 0, 0, 10, 10]),
  mailpro: describe(['mailpro', 'Mail Pro hosting', 24.95], [0, 0, 0, 0, 50, 50]),
  basic: describe(['basic', 'Basic hosting', 19.95], [5, 3, 2, 5, 5, 10]),
  professional: describe(['professional', 'Professional hosting', 39.95], [20, 10, 10, 20, 50, 50]),
  advanced: describe(['advanced', 'Advanced hosting', 69.95], [50, 25, 25, 50, 100, 100]),
  corporate: describe(['corporate', 'Corporate hosting', 119.95], [100, 100, 100, 200, 500, 500]),
};

/** The plan of the key; undefined where there is none. */
export const planOf = (productkey: string): Plan | undefined =>
  Object.values(plans).find((plan) => plan.productkey === productkey);

/** Whether the plan costs more than the other and has no lower maximum, so that all that is there fits into it. */
export const isHigher = (one: Plan, other: Plan): boolean =>
  one.price > other.price &&
  (Object.keys(one.max) as Counter[]).every((counter) => one.max[counter] >= other.max[counter]);
