import type { Entry } from './ledger.ts';
import type { Step } from './step.ts';

const octal = (mode: number): string => mode.toString(8);

const contents = {
  unit: 'the unit',
  configuration: 'the configuration, without secrets,',
  secret: 'the secret',
  certificates: 'the certificates',
} as const;

/** A step, as what an installation does. */
export const stepWords = (step: Step): string => {
  const owner = 'owner' in step && step.owner !== undefined ? `, for the user ${step.owner}` : '';
  switch (step.kind) {
    case 'folder':
      return `make the folder ${step.path} (mode ${octal(step.mode)}${owner})`;
    case 'file': {
      const from = step.from === undefined || step.from === step.path ? '' : `, from ${step.from}`;
      return `write ${contents[step.what]} to ${step.path} (mode ${octal(step.mode)}${owner})${from}`;
    }
    case 'access':
      return step.deny === 0
        ? `let the service read ${step.path}`
        : `let nobody else read ${step.path}${owner === '' ? '' : owner}`;
    case 'program':
      return `copy the program to ${step.path}, from ${step.from}`;
    case 'link':
      return `start it at boot: link ${step.path} to ${step.to}`;
    case 'user':
      return `make the user ${step.name}, without home and shell`;
  }
};

/** An entry of the ledger, as what an uninstallation does. */
export const entryWords = (entry: Entry): string => {
  switch (entry.kind) {
    case 'folder':
      return `remove the folder ${entry.path}`;
    case 'file':
      return entry.was === undefined ? `remove ${entry.path}` : `put ${entry.path} back as it was`;
    case 'access':
      return `give ${entry.path} its old permissions (mode ${octal(entry.mode)})`;
    case 'program':
      return entry.aside === undefined ? `remove ${entry.path}` : `put the old ${entry.path} back`;
    case 'link':
      return entry.was === undefined ? `remove the link ${entry.path}` : `link ${entry.path} to ${entry.was} again`;
    case 'user':
      return `remove the user ${entry.name}`;
  }
};
