// What a workflow needs of the machine beyond its own room: files to read, files to write, variables of the console, sockets.
// It is written down exactly, with no template, because people allow exactly that list. A name without a path is a program
// that is known, and stands for its settings and its login.
import { z } from 'zod';

export type Outside = { read: string[]; write: string[]; env: string[]; sockets: string[] };

export const nothingOutside: Outside = { read: [], write: [], env: [], sockets: [] };

/** What programs keep about themselves and their user. */
const ofPrograms: Record<string, Partial<Outside>> = {
  git: { read: ['~/.gitconfig', '~/.config/git', '~/.git-credentials', '~/.ssh'], sockets: ['$SSH_AUTH_SOCK'] },
  gh: { read: ['~/.config/gh'], env: ['GH_TOKEN', 'GITHUB_TOKEN'] },
  claude: { write: ['~/.claude', '~/.claude.json'], env: ['ANTHROPIC_API_KEY'] },
  codex: { write: ['~/.codex'], env: ['CODEX_API_KEY'] },
  gemini: { write: ['~/.gemini'], env: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] },
  qwen: { write: ['~/.qwen'], env: ['DASHSCOPE_API_KEY'] },
};
const knownPrograms = Object.keys(ofPrograms);

const path = z
  .string()
  .regex(
    /^(\/|~\/)(?!.*\$\{)(?!.*(^|\/)\.\.(\/|$))./s,
    'must be an absolute path, or one that begins with ~/, with no ".." and no template',
  );
const program = z.enum(knownPrograms);
const own = /^(GATEHOUSE_|OPENAI_|DATABASE_URL$|LD_)/;
const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable')
  .refine((name) => !own.test(name), 'is the console’s own, and stays with it');
const socket = z
  .union([path, z.string().regex(/^\$[A-Za-z_][A-Za-z0-9_]*$/, 'must be a path, or $ and a variable')])
  .refine((name) => !own.test(name.replace(/^\$/, '')), 'is the console’s own, and stays with it');

export const outsideSchema = z.strictObject({
  read: z
    .array(z.union([path, program]))
    .default([])
    .describe('Paths to read, or a program whose own files are meant'),
  write: z.array(path).default([]).describe('Paths to change'),
  env: z.array(variable).default([]).describe('Variables of the console that commands get'),
  sockets: z.array(socket).default([]).describe('Sockets to speak to; $NAME is the one that a variable names'),
});

export function outsideOfProgram(name: string): Outside {
  return { ...nothingOutside, ...ofPrograms[name] };
}

/** What git does with others needs their addresses and its user's login; what it does here needs neither. */
const withOthers = new Set(['push', 'pull', 'fetch', 'clone', 'ls-remote']);

/** What a command line brings along by the program that it names. */
export function outsideOfCommand([program = '', ...args]: string[]): Outside {
  const isNeeded = program !== 'git' || args.some((one) => withOthers.has(one));
  return isNeeded ? outsideOfProgram(program) : nothingOutside;
}

export function together(...parts: Outside[]): Outside {
  const all = (key: keyof Outside) => [...new Set(parts.flatMap((part) => part[key]))].sort();
  return { read: all('read'), write: all('write'), env: all('env'), sockets: all('sockets') };
}

/** With what the names of programs stand for. */
export function spelledOut(written: Outside): Outside {
  const named = written.read.filter((one) => knownPrograms.includes(one));
  const read = written.read.filter((one) => !knownPrograms.includes(one));
  return together({ ...written, read }, ...named.map(outsideOfProgram));
}

export const isNothing = (outside: Outside) => Object.values(outside).every((list) => list.length === 0);

/** For people, a line each. */
export function outsideLines({ read, write, env, sockets }: Outside): string[] {
  return [
    ...read.map((one) => `reads ${one}`),
    ...write.map((one) => `changes ${one}`),
    ...env.map((one) => `gets the variable ${one}`),
    ...sockets.map((one) => `speaks to the socket ${one}`),
  ];
}
