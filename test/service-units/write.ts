import { writeFileSync } from 'node:fs';
import { unitFiles } from '../../src/service/units.ts';
import { unit } from './tools.ts';

// `node test/service-units/write.ts`: the files of service-units/, after a change of src/service/units/.
for (const [name, text] of Object.entries(unitFiles)) writeFileSync(unit(name), text);
