// The only reader of process.env: one schema of all that may be set. Every problem is listed at once, so that a start
// fails with one complete message: the variable, what it is and what it may be. Where a value can be a secret it is not said.
import { delimiter, isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from './errors.ts';
import { isLoopbackName } from './paths.ts';
import {
  itemsOf,
  list,
  megabyte,
  megabytes,
  readNetwork,
  readPrice,
  setting,
  type Tell,
  text,
  whole,
} from './setting.ts';

/** A host that content may be fetched from although its address is not public; any port when it is null. */
export type AllowedHost = { host: string; port: number | null };

export type Price = { input: number; output: number };

function readAllowedHost(written: string, tell: Tell): AllowedHost | null {
  const [, name, port] = /^(\[[^\]]+\]|[^\s:/?#@\\[\]*]+)(?::(\d{1,5}))?$/.exec(written) ?? [];
  const host = URL.parse(`http://${name}`)?.hostname.replace(/\.$/, '');
  if (name && host && Number(port ?? 1) > 0 && Number(port ?? 1) <= 65535) {
    return { host, port: port === undefined ? null : Number(port) };
  }
  tell(`has "${written}"; set hosts like intranet.example.org or 10.0.0.7:8080`);
  return null;
}

/** What is done about the wall around what runs start: used where it works, demanded, or not wanted. */
const sandboxes = ['auto', 'required', 'off'] as const;
export type Sandbox = (typeof sandboxes)[number];

const mailAddress = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/;

export function isMailAddress(text: string): boolean {
  return text.length <= 254 && mailAddress.test(text);
}

const settings = z.object({
  HOST: text('127.0.0.1'),
  PORT: whole(3000, 0, 65535),
  GATEHOUSE_DATA: text('data'),
  GATEHOUSE_WORKFLOWS: text('workflows'),
  GATEHOUSE_DIST: text('.next'),
  DATABASE_URL: setting(null, (given, tell) => {
    if (!given.startsWith('file:')) tell('is not a file: address; only SQLite works in this version, leave it out');
    return given;
  }),
  GATEHOUSE_TOKEN: setting(null, (given, tell) => {
    if (given.length < 16) tell('is shorter than 16 characters; set a longer one or leave it out');
    return given;
  }),
  GATEHOUSE_URL: setting(null, (given, tell) => {
    if (!/^https?:\/\/[^/?#]+\/?$/.test(given)) {
      tell(`is "${given}"; set an address like https://gatehouse.example.org, with no path`);
    }
    return given.replace(/\/$/, '');
  }),
  GATEHOUSE_CONCURRENCY: whole(64, 1, 1000),
  GATEHOUSE_ATTEMPTS: whole(256, 1, 10_000),
  GATEHOUSE_KEEP_DAYS: whole(null, 1, 36_500),
  GATEHOUSE_KEEP_RUNS: whole(null, 1, 10_000_000),
  GATEHOUSE_MIN_FREE_MB: whole(100, 0, 1_000_000_000),
  GATEHOUSE_MAX_VALUE: megabytes(64),
  GATEHOUSE_MAX_STATE: megabytes(16),
  GATEHOUSE_MAX_INPUTS: megabytes(64),
  GATEHOUSE_MAX_BODY: megabytes(42),
  GATEHOUSE_MAX_ANSWER: megabytes(8),
  GATEHOUSE_MAX_FILE: megabytes(10),
  GATEHOUSE_MAX_PAGE: megabytes(10),
  GATEHOUSE_MAX_EVENTS: whole(1_000_000, 1000, 1_000_000_000),
  GATEHOUSE_SANDBOX: setting<Sandbox, Sandbox>('auto', (given, tell) => {
    if (sandboxes.includes(given as Sandbox)) return given as Sandbox;
    tell(`is "${given}"; set one of ${sandboxes.join(', ')}`);
    return 'required';
  }),
  GATEHOUSE_COMMAND_FILE: whole(16_384, 1, 1_000_000_000),
  GATEHOUSE_COMMAND_OPEN_FILES: whole(65_536, 64, 10_000_000),
  GATEHOUSE_COMMAND_CPU: whole(86_400, 1, 1_000_000_000),
  GATEHOUSE_COMMAND_OUTPUT: whole(1024, 1, 1_000_000),
  GATEHOUSE_COMMAND_MEMORY: whole(16_384, 64, 1_000_000_000),
  GATEHOUSE_COMMAND_PROCESSES: whole(8192, 16, 1_000_000),
  GATEHOUSE_FOLDERS: list((folder, tell) => {
    if (!isAbsolute(folder)) tell(`has "${folder}"; set absolute paths of folders`);
    return resolve(/*turbopackIgnore: true*/ folder);
  }),
  GATEHOUSE_MAX_ITEMS: whole(10_000, 1, 1_000_000),
  GATEHOUSE_FETCH_ALLOW: list(readAllowedHost),
  GATEHOUSE_PROXIES: list(readNetwork),
  GATEHOUSE_WEBHOOK_URL: setting<string[], string[]>([], (given, tell) => {
    const isWebhook = (url: URL | null) => url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
    if (!itemsOf(given).every((item) => isWebhook(URL.parse(item.replace(/^(slack|teams)\+/i, ''))))) {
      tell('is not a list of http or https addresses without a user, separated by commas');
    }
    return itemsOf(given);
  }),
  GATEHOUSE_WEBHOOK_SECRET: text(''),
  GATEHOUSE_SMTP_URL: setting(null, (given, tell) => {
    const server = URL.parse(given);
    if (!server?.hostname || !/^smtps?:$/.test(server.protocol)) {
      tell('is not an address like smtps://user:password@mail.example.org:465');
    }
    return given;
  }),
  GATEHOUSE_MAIL_FROM: setting(null, (given, tell) => {
    if (!isMailAddress(/^[^<>\r\n]*<([^<>]*)>$/.exec(given)?.[1] ?? given)) {
      tell(`is "${given}"; set an address like gatehouse@example.org`);
    }
    return given;
  }),
  GATEHOUSE_MAIL_TO: list((item, tell) => {
    if (!isMailAddress(item)) tell(`has "${item}"; set addresses and commas`);
    return item;
  }),
  GATEHOUSE_OIDC_ISSUER: setting(null, (given, tell) => {
    const { protocol, hostname } = URL.parse(given) ?? { protocol: '', hostname: '' };
    if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackName(hostname))) {
      tell(`is "${given}"; set the https address of an OpenID provider`);
    }
    return given;
  }),
  GATEHOUSE_OIDC_CLIENT_ID: text(null),
  GATEHOUSE_OIDC_CLIENT_SECRET: text(null),
  GATEHOUSE_OIDC_DOMAINS: list((item, tell) => {
    if (!isMailAddress(`somebody@${item}`)) tell(`has "${item}"; set domains of mail addresses like example.org`);
    return item.toLowerCase();
  }),
  GATEHOUSE_OIDC_GROUPS: text(null),
  GATEHOUSE_OIDC_ONLY: setting(false, (given, tell) => {
    if (!['yes', 'no'].includes(given)) tell(`is "${given}"; set yes or no`);
    return given === 'yes';
  }),
  OPENAI_API_KEY: text(null),
  OPENAI_BASE_URL: setting(null, (given, tell) => {
    if (!/^https?:$/.test(URL.parse(given)?.protocol ?? '')) {
      tell('is not an http or https address; set one like http://localhost:11434/v1');
    }
    return given;
  }),
  GATEHOUSE_MODEL: text(null),
  GATEHOUSE_VISION_MODEL: text(null),
  GATEHOUSE_PRICES: list(readPrice),
});

type Settings = z.output<typeof settings>;

/** Settings that need each other. */
function checkTogether(set: Settings, context: z.RefinementCtx<Settings>): void {
  const tell = (name: keyof Settings, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  if (set.GATEHOUSE_WEBHOOK_URL.length > 0 && set.GATEHOUSE_WEBHOOK_SECRET.length < 16) {
    tell('GATEHOUSE_WEBHOOK_SECRET', 'is needed with GATEHOUSE_WEBHOOK_URL; set at least 16 characters');
  }
  if (set.GATEHOUSE_SMTP_URL === null && (set.GATEHOUSE_MAIL_FROM !== null || set.GATEHOUSE_MAIL_TO.length > 0)) {
    tell('GATEHOUSE_SMTP_URL', 'is needed with GATEHOUSE_MAIL_FROM and GATEHOUSE_MAIL_TO');
  }
  if (set.GATEHOUSE_SMTP_URL !== null && set.GATEHOUSE_MAIL_FROM === null) {
    tell('GATEHOUSE_MAIL_FROM', 'is needed with GATEHOUSE_SMTP_URL; set an address like gatehouse@example.org');
  }
  const provider = ['GATEHOUSE_OIDC_ISSUER', 'GATEHOUSE_OIDC_CLIENT_ID', 'GATEHOUSE_OIDC_CLIENT_SECRET'] as const;
  const isWanted = set.GATEHOUSE_OIDC_ONLY || set.GATEHOUSE_OIDC_GROUPS || set.GATEHOUSE_OIDC_DOMAINS.length > 0;
  const missing = provider.filter((name) => set[name] === null);
  if (isWanted || missing.length < provider.length) {
    for (const name of missing) tell(name, 'is needed for signing in by OpenID Connect; the provider tells it');
  }
}

/** The provider that says who people are. Null when there is none. */
function openIdOf(set: Settings) {
  const [issuer, clientId] = [set.GATEHOUSE_OIDC_ISSUER, set.GATEHOUSE_OIDC_CLIENT_ID];
  const clientSecret = set.GATEHOUSE_OIDC_CLIENT_SECRET;
  if (issuer === null || clientId === null || clientSecret === null) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    /** Whose mail address is of one of these gets an account when they first come. */
    domains: set.GATEHOUSE_OIDC_DOMAINS,
    /** The claim that names somebody's groups; without one, the provider has no say in groups. */
    groupsClaim: set.GATEHOUSE_OIDC_GROUPS,
    isOnlyWay: set.GATEHOUSE_OIDC_ONLY,
  };
}

export type OpenId = NonNullable<ReturnType<typeof openIdOf>>;

/** Who is told about gates and failures. Null when nobody is. */
function notificationsOf(set: Settings) {
  const [urls, smtpUrl, from] = [set.GATEHOUSE_WEBHOOK_URL, set.GATEHOUSE_SMTP_URL, set.GATEHOUSE_MAIL_FROM];
  const webhook = urls.length > 0 ? { urls, secret: set.GATEHOUSE_WEBHOOK_SECRET } : null;
  const mail = smtpUrl !== null && from !== null ? { smtpUrl, from, to: set.GATEHOUSE_MAIL_TO } : null;
  return webhook || mail ? { webhook, mail } : null;
}

export type Notifications = NonNullable<ReturnType<typeof notificationsOf>>;

const environment = settings.superRefine(checkTogether).transform((set) => {
  const dataDirectory = resolve(/*turbopackIgnore: true*/ set.GATEHOUSE_DATA);
  return {
    host: set.HOST,
    port: set.PORT,
    dataDirectory,
    workflowsDirectory: resolve(/*turbopackIgnore: true*/ set.GATEHOUSE_WORKFLOWS),
    /** Where the console was built: also the page of a bundle. */
    buildDirectory: resolve(/*turbopackIgnore: true*/ set.GATEHOUSE_DIST),
    databaseUrl: set.DATABASE_URL ?? `file:${resolve(/*turbopackIgnore: true*/ dataDirectory, 'gatehouse.db')}`,
    ownerToken: set.GATEHOUSE_TOKEN,
    publicUrl: set.GATEHOUSE_URL,
    /** How many runs are decided at once, and how many attempts work at once. */
    concurrency: set.GATEHOUSE_CONCURRENCY,
    attempts: set.GATEHOUSE_ATTEMPTS,
    /** How many days an ended run is kept, and how many ended runs; null keeps them all. Archived runs are always kept. */
    keepDays: set.GATEHOUSE_KEEP_DAYS,
    keepRuns: set.GATEHOUSE_KEEP_RUNS,
    /** With less room than this on the volume of the data directory the console is in trouble. */
    minFreeBytes: set.GATEHOUSE_MIN_FREE_MB * 1_000_000,
    /** What is larger is refused before anything is lost: one value, a run's data without its large values, the inputs of a run, the request that starts one (room for three of the largest files: base64 makes three bytes four), an answer of a model, a file of a workspace that is read or written here and a page of the web in bytes; the events of a run; and the items that a `map` or a `foreach` goes through. */
    limits: {
      value: set.GATEHOUSE_MAX_VALUE,
      state: set.GATEHOUSE_MAX_STATE,
      inputs: set.GATEHOUSE_MAX_INPUTS,
      body: set.GATEHOUSE_MAX_BODY,
      answer: set.GATEHOUSE_MAX_ANSWER,
      file: set.GATEHOUSE_MAX_FILE,
      page: set.GATEHOUSE_MAX_PAGE,
      events: set.GATEHOUSE_MAX_EVENTS,
      items: set.GATEHOUSE_MAX_ITEMS,
    },
    notifications: notificationsOf(set),
    openId: openIdOf(set),
    sandbox: set.GATEHOUSE_SANDBOX,
    /** What one process may reach, with all that it starts where the kernel counts that: bytes, seconds of work, and numbers. */
    commandLimits: {
      file: set.GATEHOUSE_COMMAND_FILE * megabyte,
      openFiles: set.GATEHOUSE_COMMAND_OPEN_FILES,
      cpu: set.GATEHOUSE_COMMAND_CPU,
      output: set.GATEHOUSE_COMMAND_OUTPUT * megabyte,
      memory: set.GATEHOUSE_COMMAND_MEMORY * megabyte,
      processes: set.GATEHOUSE_COMMAND_PROCESSES,
    },
    /** Folders of this machine that every command may read. */
    folders: set.GATEHOUSE_FOLDERS,
    fetchAllowed: set.GATEHOUSE_FETCH_ALLOW,
    /** Whose word about where a request came from is believed. */
    proxies: set.GATEHOUSE_PROXIES,
    openai: {
      apiKey: set.OPENAI_API_KEY,
      baseUrl: set.OPENAI_BASE_URL,
      model: set.GATEHOUSE_MODEL,
      visionModel: set.GATEHOUSE_VISION_MODEL,
      /** By model, for a million tokens. */
      prices: Object.fromEntries(set.GATEHOUSE_PRICES) as Record<string, Price>,
    },
  };
});

export type Env = z.output<typeof environment>;

export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const { data, error } = environment.safeParse(source);
  if (data) return data;
  const problems = error.issues.map(({ path, message }) => `- ${path.join('.')} ${message}`);
  throw new AppError('internal', `The configuration has ${problems.length} problem(s):\n${problems.join('\n')}`, {
    kind: 'operational',
  });
}

/** How a program of this machine reaches the network: proxies, and files of certificates. */
const certificates = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(REQUESTS_CA|CURL_CA)_BUNDLE|GIT_SSL_CAINFO)$/;
const proxies = /^(https?|all|no)_proxy$/i;

/**
 * What a child process sees of our environment. A list of what may pass, so that no secret leaks through a forgotten name.
 * PATH is the machine's own: npm puts our packages in front of it, and a workflow's "node" or "npx" must not be ours.
 */
export function childEnvironment(source: Record<string, string | undefined> = process.env): Record<string, string> {
  const passed = ['HOME', 'LANG', 'LC_ALL', 'TERM', 'TMPDIR', 'TZ', 'USER', 'LOGNAME', 'SHELL'];
  const ours = /node_modules[\\/](\.bin|@npmcli[\\/]run-script[\\/]lib[\\/]node-gyp-bin)[\\/]?$/;
  const path = (source.PATH ?? '').split(delimiter).filter((part) => !ours.test(part));
  const names = Object.keys(source).filter((name) => certificates.test(name) || proxies.test(name));
  return { PATH: path.join(delimiter), ...variablesNamed([...passed, ...names], source) };
}

/** As far as they are set. */
export function variablesNamed(names: string[], source: Record<string, string | undefined> = process.env) {
  return Object.fromEntries(names.flatMap((name): [string, string][] => (source[name] ? [[name, source[name]]] : [])));
}

/** The files of certificates that this environment names. */
export function certificateFiles(environment: Record<string, string>): string[] {
  const named = Object.entries(environment).filter(([name, file]) => certificates.test(name) && isAbsolute(file));
  return named.map(([, file]) => file);
}
