/** A program and its arguments. No secret is ever among them. */
export type Argv = readonly [string, ...string[]];

/** One thing that an installation makes sure of. Modes are permission bits, owners are names of users. */
export type Step =
  /** A folder with at least these permissions. */
  | { kind: 'folder'; path: string; mode: number; owner?: string }
  | {
      kind: 'file';
      what: 'unit' | 'configuration' | 'secret' | 'certificates';
      path: string;
      mode: number;
      text: string;
      owner?: string;
      /** Where a person has the same; absent where it was made here. */
      from?: string;
    }
  /** A file that is there and stays as it is, but for who may read it. */
  | { kind: 'access'; path: string; grant: number; deny: number; owner?: string }
  | { kind: 'program'; path: string; mode: number; from: string }
  /** What makes the init start the service at boot. */
  | { kind: 'link'; path: string; to: string }
  | { kind: 'user'; name: string; make: readonly Argv[] };

export type Command = { argv: Argv; mayFail?: boolean };

/** What an init is told about a service that is installed. */
export type Controls = {
  /** Ends with 0 where the service runs. */
  running: Argv;
  start: readonly Command[];
  stop: readonly Command[];
  /** Told when the unit is gone. */
  forget: readonly Command[];
  /** Where a person looks for what the service says. */
  logs: string;
  /** Prints the end of that, to be shown where the service does not start. */
  lastWords?: Argv;
};
