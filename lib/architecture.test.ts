// Who may import whom, as data. Default deny: a folder, a package or a built-in module that is not listed is refused.
import { describe, expect, test } from 'vitest';
import { type Import, type Source, shipped } from './testing/sources.ts';

/** What decides may bring along: packages that are plain calculation. */
const pure = ['zod', '@noble/hashes'];

/**
 * `folders` are parts of lib (or app, prisma); a part may always import itself. `Console` is the type of the console object,
 * which names the type of each of its parts and is therefore only ever imported as a type.
 */
const table: Record<string, { folders: string[]; packages: string[] }> = {
  errors: { folders: [], packages: [] },
  lock: { folders: [], packages: [] },
  paths: { folders: [], packages: [] },
  trouble: { folders: ['errors'], packages: [] },
  setting: { folders: [], packages: ['zod', 'node:net'] },
  env: { folders: ['errors', 'paths', 'setting'], packages: ['zod', 'node:path'] },
  html: { folders: [], packages: ['micromark', 'micromark-extension-gfm', 'node:crypto'] },
  nodes: { folders: ['errors'], packages: pure },
  workflow: { folders: ['html', 'nodes'], packages: ['zod', 'yaml', 'node:crypto', 'node:worker_threads'] },
  engine: { folders: ['nodes', 'workflow'], packages: ['zod'] },
  // What proves who decided what; also read by the command line, without a console.
  receipts: { folders: ['errors', 'engine'], packages: ['yauzl', 'zod', 'node:*'] },
  Console: {
    folders: [
      ...['env', 'lock', 'trouble', 'nodes', 'workflow', 'engine', 'receipts', 'store', 'clients', 'queue', 'stream'],
      'runs',
    ],
    packages: ['node:fs', 'node:perf_hooks', 'node:worker_threads'],
  },
  'current-console': { folders: ['errors', 'Console'], packages: [] },
  store: { folders: ['errors', 'lock', 'engine', 'receipts'], packages: ['@prisma/*', 'better-sqlite3', 'node:fs'] },
  secrets: { folders: ['errors', 'nodes'], packages: ['node:*'] },
  clients: {
    folders: ['errors', 'paths', 'env', 'nodes', 'workflow', 'secrets', 'Console'],
    packages: [
      '@modelcontextprotocol/sdk',
      'openai',
      'nodemailer',
      'openid-client',
      '@simplewebauthn/server',
      'picomatch',
      'yaml',
      'node:child_process',
      'node:*',
    ],
  },
  queue: { folders: [], packages: ['node:os'] },
  stream: { folders: ['errors', 'engine', 'clients', 'Console'], packages: [] },
  people: {
    folders: ['errors', 'paths', 'env', 'html', 'nodes', 'engine', 'receipts', 'store', 'clients', 'Console'],
    packages: ['zod', 'node:*'],
  },
  runs: {
    folders: [
      ...['errors', 'lock', 'trouble', 'paths', 'env', 'html', 'nodes', 'workflow', 'engine', 'store', 'clients'],
      ...['receipts', 'secrets', 'stream', 'people', 'Console'],
    ],
    packages: ['zod', 'node:*'],
  },
  export: {
    folders: ['html', 'nodes', 'workflow', 'engine', 'receipts', 'store', 'clients', 'people', 'runs', 'Console'],
    packages: ['yazl', 'yaml', 'node:*'],
  },
  http: {
    folders: ['errors', 'paths', 'html', 'nodes', 'clients', 'people', 'Console', 'current-console'],
    packages: ['next', 'react', 'zod', 'node:*'],
  },
  console: {
    folders: [
      ...['errors', 'lock', 'trouble', 'env', 'store', 'clients', 'queue', 'stream', 'receipts', 'people', 'runs'],
      ...['Console', 'current-console'],
    ],
    packages: ['node:crypto', 'node:fs', 'node:perf_hooks'],
  },
  app: {
    folders: [
      ...[
        'errors',
        'paths',
        'env',
        'html',
        'nodes',
        'workflow',
        'engine',
        'receipts',
        'stream',
        'people',
        'runs',
        'export',
        'http',
      ],
      ...['Console'],
    ],
    packages: [
      'next',
      'react',
      'react-dom',
      'zod',
      'lucide-react',
      '@simplewebauthn/browser',
      '@tanstack/*',
      '@noble/hashes',
      'node:stream',
    ],
  },
  // What starts, tests and measures the console stands outside of it.
  commands: {
    folders: ['paths', 'env', 'html', 'clients', 'receipts', 'workflow', 'bench', 'prisma'],
    packages: ['next', 'better-sqlite3', 'rolldown', '@playwright/test', 'node:child_process', 'node:*'],
  },
  bench: {
    folders: [
      ...['paths', 'env', 'engine', 'store', 'clients', 'queue', 'runs', 'console', 'Console'],
      ...['commands', 'prisma'],
    ],
    packages: ['better-sqlite3', '@playwright/test', 'node:child_process', 'node:*'],
  },
};

const launchers = ['commands', 'bench'];

/** Values a page may carry into the browser, besides app itself. */
const inBrowser = [
  /^lib\/engine\//,
  /^lib\/workflow\/(expression\/.*|graph|dialects\/format-names|source\/source-limits)\.ts$/,
  /^lib\/paths\.ts$/,
  // What a bundle says of its files: the same on the command line and where one is opened.
  /^lib\/receipts\/(bundle-manifest|bounded-lines)\.ts$/,
  /^lib\/export\/bundle-page\.ts$/,
  // What stands for a value that is too large to be shown, and for the beginning of what was printed.
  /^lib\/nodes\/parts\/(large-value|printed-end)\.ts$/,
  // A gate's words are read the same way on the page and behind a link.
  /^lib\/people\/gate-page\/quorum-words\.ts$/,
  /^lib\/html\/(document-kind|render-document|render-markdown|visible-text)\.ts$/,
];
const ofTheirOwn: Record<string, string> = {
  'lib/console/console.ts': 'Console',
  'lib/console/current-console.ts': 'current-console',
};

function partOf(file: string): string {
  const [top = '', part = ''] = file.split('/');
  return ofTheirOwn[file] ?? (top === 'lib' ? part.replace(/\.ts$/, '') : top);
}

const isFile = (target: string) => /^(lib|app|prisma)\//.test(target);
const matches = (listed: string, name: string) =>
  listed.endsWith('*') ? name.startsWith(listed.slice(0, -1)) && name !== 'node:child_process' : listed === name;

function isAllowed({ from, to, isType }: Import): boolean {
  const row = table[partOf(from)];
  if (!row) return false;
  if (!isFile(to)) return row.packages.some((listed) => matches(listed, to));
  if (partOf(from) === partOf(to)) return true;
  return row.folders.includes(partOf(to)) && (partOf(to) !== 'Console' || isType);
}

/** Parts that reach themselves through other parts. `Console` does by its nature, and only in types. */
function circles(): string[] {
  const next = (part: string) => (part === 'Console' ? [] : (table[part]?.folders ?? []));
  const reached = (part: string) => {
    const found = new Set(next(part));
    for (const one of found) for (const more of next(one)) found.add(more);
    return found;
  };
  return Object.keys(table).filter((part) => reached(part).has(part) && !launchers.includes(part));
}

/** Everything that the given files bring along when they are loaded, and by which import. */
function carried(starts: Source[]): Import[] {
  const byFile = new Map(shipped.map((source) => [source.file, source]));
  const seen = new Set(starts);
  const found: Import[] = [];
  for (const { imports } of seen) {
    for (const one of imports) {
      if (one.isType) continue;
      found.push(one);
      const next = byFile.get(one.to);
      // A server action stays on the server; the page only gets its address.
      if (next && !/^'use server'/m.test(next.text)) seen.add(next);
    }
  }
  return found;
}

const words = (imports: Import[]) => imports.map(({ from, to }) => `${from} → ${to}`);

describe('imports go down only', () => {
  test('a step up, an unlisted package and an unlisted built-in are refused', () => {
    const refused = (from: string, to: string) => !isAllowed({ from, to, isType: false });
    expect(refused('lib/engine/decide/route.ts', 'lib/runs/start-run.ts')).toBe(true);
    expect(refused('lib/engine/decide/route.ts', 'node:fs')).toBe(true);
    expect(refused('lib/runs/start-run.ts', 'node:child_process')).toBe(true);
    expect(refused('lib/runs/start-run.ts', 'left-pad')).toBe(true);
    expect(refused('lib/helpers/anything.ts', 'lib/errors.ts')).toBe(true);
    expect(refused('lib/runs/start-run.ts', 'lib/engine/decide/route.ts')).toBe(false);
    expect(shipped.flatMap(({ imports }) => imports).length).toBeGreaterThan(shipped.length);
  });

  test('every import of lib and app is in the table', () => {
    expect(words(shipped.flatMap(({ imports }) => imports).filter((one) => !isAllowed(one)))).toEqual([]);
  });

  test('the table allows nothing that nobody imports', () => {
    const written = shipped.flatMap(({ imports }) => imports);
    const isUsed = (part: string, listed: string) =>
      written.some(
        ({ from, to }) => partOf(from) === part && (isFile(to) ? partOf(to) === listed : matches(listed, to)),
      );
    const idle = Object.entries(table).flatMap(([part, { folders, packages }]) =>
      [...folders, ...packages].flatMap((listed) => (isUsed(part, listed) ? [] : [`${part} → ${listed}`])),
    );
    expect(idle).toEqual([]);
  });

  test('no part reaches itself through others', () => {
    expect(circles()).toEqual([]);
  });

  test('one value lives on globalThis: the console that answers requests', () => {
    const holders = shipped.filter(
      ({ file, text }) => !launchers.includes(partOf(file)) && text.includes('globalThis as'),
    );
    expect(holders.map(({ file }) => file)).toEqual(['lib/console/current-console.ts']);
  });

  test('nothing else lasts between calls: no file has a variable, or a list that it fills, of its own', () => {
    const lasting =
      /^(?:export )?(?:let|var) \w+|^(?:export )?const \w+\b(?!: Readonly)[^=\n]* = new (?:Map|Set)(?:<[^\n]*>)?\(\);/gm;
    // What the kernel says of the machine's processes is the same for every console; one look serves all who ask meanwhile.
    const ofTheMachine = 'lib/clients/process/process-table.ts';
    const found = shipped
      .filter(({ file, text }) => !launchers.includes(partOf(file)) && !/^'use client'/m.test(text))
      .filter(({ file }) => file !== ofTheMachine)
      .flatMap(({ file, text }) => (text.match(lasting) ?? []).map((one) => `${file}: ${one}`));
    expect(found).toEqual([]);
  });

  test('only what a request enters by asks for the current console', () => {
    const asking = shipped.flatMap(({ imports }) =>
      imports.filter(({ to }) => to === 'lib/console/current-console.ts').map(({ from }) => from),
    );
    expect(asking.filter((file) => !/^lib\/(http|console)\//.test(file))).toEqual([]);
  });

  test('only the store touches Prisma and drivers, only clients touch SDKs and start processes', () => {
    const owners: [RegExp, string[]][] = [
      [/^(@prisma\/|better-sqlite3$|pg$)/, ['store', ...launchers]],
      // One database is as good as another: whoever is outside of the store speaks to its contract.
      [/^lib\/store\/(generated|prisma|sqlite|postgres)\//, ['store', ...launchers]],
      [
        /^(@modelcontextprotocol\/|openai$|nodemailer$|openid-client$|@simplewebauthn\/server$|node:child_process$)/,
        ['clients', ...launchers],
      ],
    ];
    const wrong = shipped
      .flatMap(({ imports }) => imports)
      .filter(({ from, to }) => owners.some(([name, parts]) => name.test(to) && !parts.includes(partOf(from))));
    expect(words(wrong)).toEqual([]);
  });

  test('only env.ts reads process.env', () => {
    const readers = shipped.filter(
      ({ file, text }) => !launchers.includes(partOf(file)) && text.includes('process.env'),
    );
    expect(readers.map(({ file }) => file)).toEqual(['lib/env.ts']);
  });
});

describe('what decides is pure and runs in the browser too', () => {
  test('the engine, the node types and expressions bring along no built-in module and no package but those that calculate', () => {
    const deciding = shipped.filter(({ file }) => /^lib\/(engine|nodes)\/|^lib\/workflow\/expression\//.test(file));
    expect(deciding.length).toBeGreaterThan(20);
    expect(words(carried(deciding).filter(({ to }) => !isFile(to) && !pure.includes(to)))).toEqual([]);
  });

  test('a client file brings along only the engine, expressions, the graph, paths and app', () => {
    const clients = shipped.filter(({ text }) => /^'use client'/m.test(text));
    expect(clients.length).toBeGreaterThan(20);
    const all = carried(clients);
    const fromApp = all.filter(({ from, to }) => from.startsWith('app/') && to.startsWith('lib/'));
    expect(words(fromApp.filter(({ to }) => !inBrowser.some((allowed) => allowed.test(to))))).toEqual([]);
    expect(words(all.filter(({ to }) => to.startsWith('node:')))).toEqual([]);
  });

  test('types that a client file names come from those places, or are the views of a run', () => {
    const named = shipped
      .filter(({ text }) => /^'use client'/m.test(text))
      .flatMap(({ imports }) => imports.filter(({ to, isType }) => isType && to.startsWith('lib/')));
    const allowed = [...inBrowser, /^lib\/runs\/views\.ts$/];
    expect(words(named.filter(({ to }) => !allowed.some((place) => place.test(to))))).toEqual([]);
  });
});
