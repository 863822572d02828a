import { normalName } from '../names.ts';
import type { Service } from '../world.ts';
import { done, type Operation, operation, refused, serviceOperation } from './operation.ts';
import { pageOf } from './paging.ts';

const summary = ({ name, status, type, productkey, tsExpir }: Service) => ({ name, status, type, productkey, tsExpir });

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Specification, Module service: infoType of service/getinfo; this emulation knows the first one. */
const infoTypes = ['status', 'resources', 'serverinfo', 'php', 'logerror'];

/** Specification, Module service: the services themselves. */
export const serviceOperations: readonly Operation[] = [
  operation('service/list', [], ({ world, parameters }) => {
    const given = (name: string) => parameters.get(name)?.toLowerCase() || undefined;
    const name = given('name');
    const word = given('word');
    const tld = given('tld')?.replace(/^\./, '');
    const status = given('status');
    const renewable = given('renewable');
    if (renewable !== undefined && booleans.get(renewable) === undefined)
      return refused(105, 'Invalid parameter: renewable');
    const found = world.services.filter(
      (service) =>
        (name === undefined || service.name === normalName(name)) &&
        (word === undefined || service.name.includes(word)) &&
        (tld === undefined || service.name.endsWith(`.${tld}`)) &&
        (status === undefined || service.status === status) &&
        (renewable === undefined || service.renewable === booleans.get(renewable)),
    );
    return pageOf(world, parameters, 'services', found.map(summary));
  }),
  serviceOperation('service/getinfo', [], ({ world, parameters, service }) => {
    const infoType = parameters.get('infoType') || 'status';
    if (!infoTypes.includes(infoType)) return refused(105, 'Invalid parameter: infoType');
    if (infoType !== 'status') return refused(104, `infoType ${infoType} is not emulated`);
    const { tsCreate, renewable, renewalMode } = service;
    return done(world, { ...summary(service), tsCreate, renewable, renewalMode });
  }),
];
