// What one process may see and change behind the wall. Every path is the same on both sides. What is not named here or shown
// of the machine (shown-machine) is not there.
export type Room = {
  /** Folders that are its own. */
  writable: string[];
  readable: string[];
  /** A folder that lasts, and is its HOME; null for one that goes with the process. */
  home: string | null;
  network: 'full' | 'none';
  /** It was given files of the console's user, and so it works as that user. */
  keepsUser: boolean;
};

export const emptyRoom: Room = { writable: [], readable: [], home: null, network: 'full', keepsUser: false };
