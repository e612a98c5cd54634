// Steps that are written for a reader: pseudocode and plain sentences. Nobody can run them, but what they say they set and
// what they speak of can be found, so that whoever carries them out is given the one and gives back the other.

const assignments = [
  /\bSET\s+(?:state\.)?([A-Za-z_][\w.]*)/g,
  /\bAPPEND\s+(?:.{1,80}?\s)?to\s+(?:state\.)?([A-Za-z_][\w.]*)/gi,
  /^\s*state\.([A-Za-z_][\w.]*)\s*=(?!=)/gm,
  /\bSTORE\s+.{1,80}?\s+(?:AS|IN)\s+(?:state\.)?([A-Za-z_][\w.]*)/g,
];

const longest = 20_000;

/** The paths that the words say are set. */
export function assignedIn(text: string): string[] {
  const found = assignments.flatMap((pattern) =>
    [...text.slice(0, longest).matchAll(pattern)].map(([, path]) => (path as string).replace(/\.+$/, '')),
  );
  return [...new Set(found)].slice(0, 20);
}

/** Those of the names that stand among the words. */
export function mentionedIn(text: string, names: Iterable<string>): string[] {
  const words = new Set(text.slice(0, longest).match(/[A-Za-z_]\w*/g) ?? []);
  return [...names].filter((name) => words.has(name)).slice(0, 20);
}
