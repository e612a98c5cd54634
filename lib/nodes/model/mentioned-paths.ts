// The paths that a text speaks of, in order and each once: whatever looks like one. Whether a file is there is for others.

const most = 200;
const longest = 500;

/** Between spaces, quotes and brackets: with a slash or an ending. */
const word = /[^\s"'`<>()[\]{}|*,;:=!?]+/gu;
/** What stands between backticks may have spaces. */
const quoted = /`([^`\n]+)`/g;

function looksLikePath(text: string): boolean {
  return text.length <= longest && !text.includes('://') && /\/[^/]|[^./]\.[\p{L}\p{N}]{1,8}$/u.test(text);
}

/** From the workspace; null when it leads out of it. */
function relativePath(text: string, workspace: string): string | null {
  const inside = text.startsWith(`${workspace}/`) ? text.slice(workspace.length + 1) : text;
  const path = inside.replace(/^(\.\/)+/, '');
  return path.startsWith('/') || path.split('/').includes('..') ? null : path;
}

export function mentionedPaths(text: string, workspace: string): string[] {
  const words = [...text.matchAll(word)].map(({ 0: found, index }) => ({ found: found.replace(/\.+$/, ''), index }));
  const phrases = [...text.matchAll(quoted)].map(({ 1: found = '', index }) => ({ found: found.trim(), index }));
  const paths = [...words, ...phrases]
    .filter(({ found }) => looksLikePath(found))
    .sort((a, b) => a.index - b.index)
    .flatMap(({ found }) => relativePath(found, workspace) ?? []);
  // The last mention is the one that counts.
  return [...new Set(paths.reverse())].slice(0, most).reverse();
}
