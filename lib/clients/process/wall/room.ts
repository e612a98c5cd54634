// What one process may see and change behind the wall. Every path is the same on both sides. What is not named here or shown
// of the machine (shown-machine) is not there.
/** Where a process finds its home: one place, so that the user's entry names it too. */
export const homeInside = '/home/gatehouse-run';

/** A thing of the machine, and where it is seen. */
export type Shown = { from: string; at: string; write: boolean };

export type Room = {
  /** Folders that are its own. */
  writable: string[];
  readable: string[];
  /** A folder that lasts, and is its HOME; null for one that goes with the process. */
  home: string | null;
  network: 'full' | 'none';
  /** What people have allowed it to use of the machine. */
  outside: Shown[];
  /** And the variables that go with it. */
  env: Record<string, string>;
  /** Let out: there is no wall around it. */
  isOut: boolean;
  /** It was given files of the console's user, and so it works as that user. */
  keepsUser: boolean;
};

export const emptyRoom: Room = {
  writable: [],
  readable: [],
  home: null,
  network: 'full',
  outside: [],
  env: {},
  isOut: false,
  keepsUser: false,
};
