// The files of a bundle that was unpacked, beside its page. A page from the disk may show and link to them but not read them:
// what it shall read itself came along in it.
import type { KeptFiles } from '#app/_client/bundle/kept-source.ts';
import type { RunFile } from '#app/_client/run-source.tsx';
import { logKey, type ViewerData } from '#lib/export/bundle-page.ts';

export function besideFiles({ artifacts, logs, texts }: ViewerData): KeptFiles {
  const pathOf = (file: RunFile): string => {
    if (file.kind === 'value') return `values/${file.hash}.json`;
    const path = file.kind === 'artifact' ? artifacts[file.id] : logs[logKey(file.place)];
    if (path === undefined) throw new Error('The file is not in the bundle.');
    return path;
  };
  const addressOf = (file: RunFile) => {
    try {
      return pathOf(file).split('/').map(encodeURIComponent).join('/');
    } catch {
      return '#';
    }
  };
  return {
    addressOf,
    openFile: async (file) => addressOf(file),
    async readBytes(file, most) {
      const path = pathOf(file);
      const text = texts[path];
      if (text === undefined) throw new Error(`Open it from beside this page: ${path}`);
      return new TextEncoder().encode(text).slice(0, most);
    },
    async openLog(place) {
      const path = logs[logKey(place)];
      if (path === undefined) return null;
      return new Blob([texts[path] ?? `What was printed is beside this page: ${path}\n`]);
    },
  };
}
