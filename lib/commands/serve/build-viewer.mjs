// The page of a bundle, built beside the console: the components of the run page as one script that needs no server, and the
// console's own styles. What belongs to a server stands aside: Next's parts for app/_viewer/next, and what acts for nothing.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './root.mjs';

const instead = new Map(
  ['navigation.ts', 'dynamic.tsx', 'link.tsx'].map((file) => [`next/${file.split('.')[0]}`, file]),
);
/** Actions, and what is nothing but them: a bundle never draws it. */
const acts = /[\\/](app[\\/]_actions[\\/]\S+|gate-cards|share-dialog|run-controls|signal-form)\.tsx?$/;
const exported = /^export (?:async )?(?:function|const) (\w+)/gm;

/** @type {import('rolldown').Plugin} */
const withoutServer = {
  name: 'gatehouse-viewer',
  resolveId(id) {
    const file = instead.get(id);
    return file ? join(root, 'app/_viewer/next', file) : null;
  },
  load(file) {
    if (!acts.test(file)) return null;
    const names = [...readFileSync(file, 'utf8').matchAll(exported)].map(([, name]) => name);
    return { code: names.map((name) => `export const ${name} = () => null;`).join('\n'), moduleType: 'js' };
  },
};

/** Writes viewer.js and viewer.css. @param {string} distDir */
export async function buildViewer(distDir) {
  const bundle = await rolldown({
    input: join(root, 'app/_viewer/viewer.tsx'),
    platform: 'browser',
    logLevel: 'silent',
    transform: { jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [withoutServer],
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false });
  await bundle.close();
  const directory = join(root, distDir, 'viewer');
  mkdirSync(directory, { recursive: true });
  // Nothing in it may end the element that it stands in.
  const script = output[0].code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  writeFileSync(join(directory, 'viewer.js'), script);
  const styles = join(root, distDir, 'static/chunks');
  const sheets = readdirSync(styles).filter((name) => name.endsWith('.css'));
  writeFileSync(
    join(directory, 'viewer.css'),
    sheets.map((name) => readFileSync(join(styles, name), 'utf8')).join('\n'),
  );
}
