import { catalogue } from '../api/catalogue/index.ts';
import type { Catalogue, Operation } from '../api/operation.ts';
import { nearNames } from '../config/near.ts';
import { exit } from '../core/exit.ts';
import { person } from '../platform/person.ts';
import { readArguments } from './api/arguments.ts';
import { commandHelp, documentOf, listText, moduleOf, operationHelp } from './api/help.ts';
import { onOneLine } from './api/layout.ts';
import { perform } from './api/perform.ts';
import { failUsage } from './api/refusal.ts';
import { type Call, isJson, listFlag, printJson } from './call.ts';

const rows: Catalogue = catalogue;
const names = Object.keys(rows);
const modules = [...new Set(names.map(moduleOf))];

/** `hostpin api [module/action] [--name value …]`: any operation of the main API, or what there is. */
export const run = async (given: Call): Promise<number> => {
  const read = readArguments(listFlag(given.flags.arguments), rows);
  const call: Call = { ...given, flags: read.flags };
  const { operation } = read;
  if (operation !== undefined && Object.hasOwn(rows, operation)) {
    const row = rows[operation];
    if (row !== undefined)
      return read.flags.help === true ? help(call, operation, row) : perform(rows, call, operation, row, read);
  }
  const shown = names.filter((name) => operation === undefined || moduleOf(name) === operation);
  if (operation !== undefined && shown.length === 0) {
    return failUsage(call, [unknown(operation)], "'hostpin api' lists all operations.", 'unknown-operation');
  }
  const text = (content: string): void => call.platform.out(`${content}\n`);
  if (read.problems.length > 0 && read.flags.help !== true) {
    return failUsage(
      call,
      read.problems,
      "'hostpin api' lists all operations; one is written MODULE/ACTION, and parameters go with it.",
    );
  }
  if (isJson(call))
    printJson(
      call,
      shown.flatMap((name) => (rows[name] ? [documentOf(name, rows[name])] : [])),
    );
  else if (read.flags.help === true) text(commandHelp(width()));
  else text(`${listText(shown, rows, width())}\n\n'hostpin api MODULE/ACTION --help' shows the parameters of one.`);
  return exit.ok;
};

/** Longer lines are no easier to read. */
const width = (): number => Math.min(100, person.columns ?? 100);

const help = (call: Call, name: string, row: Operation): number => {
  if (isJson(call)) printJson(call, documentOf(name, row));
  else call.platform.out(`${operationHelp(name, row, width())}\n`);
  return exit.ok;
};

const unknown = (operation: string): string => {
  const shown = onOneLine(operation.slice(0, 60));
  // A name without its module is looked for in all of them.
  const actions = names.map((name) => name.slice(name.indexOf('/') + 1));
  const near = operation.includes('/')
    ? nearNames(operation, names)
    : [
        ...nearNames(operation, modules),
        ...nearNames(operation, [...new Set(actions)]).flatMap((action) =>
          names.filter((name) => name.endsWith(`/${action}`)),
        ),
      ];
  return `There is no operation ${shown}.${near.length === 0 ? '' : ` Did you mean ${near.slice(0, 3).join(' or ')}?`}`;
};
