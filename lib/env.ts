// The only reader of process.env. Every problem is listed at once, so that a start fails with one complete message.
import { delimiter, resolve } from 'node:path';
import { AppError } from './errors.ts';

/** Who is told about gates and failures. Null when nobody is. */
export type Notifications = {
  webhook: { urls: string[]; secret: string } | null;
  mail: { smtpUrl: string; from: string; to: string[] } | null;
};

/** A host that content may be fetched from although its address is not public; any port when it is null. */
export type AllowedHost = { host: string; port: number | null };

export type Env = {
  host: string;
  port: number;
  dataDirectory: string;
  workflowsDirectory: string;
  databaseUrl: string;
  ownerToken: string | null;
  publicUrl: string | null;
  /** How many runs are decided at once, and how many attempts work at once. */
  concurrency: number;
  attempts: number;
  /** How many days an ended run is kept, and how many ended runs; null keeps them all. Archived runs are always kept. */
  keepDays: number | null;
  keepRuns: number | null;
  notifications: Notifications | null;
  fetchAllowed: AllowedHost[];
  openai: {
    apiKey: string | null;
    baseUrl: string | null;
    model: string | null;
    visionModel: string | null;
    /** By model, for a million tokens. */
    prices: Record<string, Price>;
  };
};

export type Price = { input: number; output: number };

export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const problems: string[] = [];
  const text = (name: string) => source[name]?.trim() || null;
  const whole = <Unset extends number | null>(name: string, fallback: Unset, min: number, max: number) => {
    const given = text(name);
    if (given === null) return fallback;
    const value = Number(given);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    problems.push(`${name} is "${given}"; set a whole number from ${min} to ${max}`);
    return fallback;
  };
  const publicUrl = text('GATEHOUSE_URL');
  if (publicUrl !== null && !/^https?:\/\/[^/?#]+\/?$/.test(publicUrl)) {
    problems.push(`GATEHOUSE_URL is "${publicUrl}"; set an address like https://gatehouse.example.org, with no path`);
  }
  const ownerToken = text('GATEHOUSE_TOKEN');
  if (ownerToken !== null && ownerToken.length < 16) {
    problems.push('GATEHOUSE_TOKEN is shorter than 16 characters; set a longer one or leave it out');
  }
  const baseUrl = text('OPENAI_BASE_URL');
  if (baseUrl !== null && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    problems.push('OPENAI_BASE_URL is not an http or https address; set one like http://localhost:11434/v1');
  }
  const dataDirectory = resolve(/*turbopackIgnore: true*/ text('GATEHOUSE_DATA') ?? 'data');
  const databaseUrl =
    text('DATABASE_URL') ?? `file:${resolve(/*turbopackIgnore: true*/ dataDirectory, 'gatehouse.db')}`;
  if (!databaseUrl.startsWith('file:')) {
    problems.push(`DATABASE_URL is not a file: address; only SQLite works in this version, leave it out`);
  }
  const env: Env = {
    host: text('HOST') ?? '127.0.0.1',
    port: whole('PORT', 3000, 0, 65535),
    dataDirectory,
    workflowsDirectory: resolve(/*turbopackIgnore: true*/ text('GATEHOUSE_WORKFLOWS') ?? 'workflows'),
    databaseUrl,
    ownerToken,
    publicUrl: publicUrl === null ? null : publicUrl.replace(/\/$/, ''),
    concurrency: whole('GATEHOUSE_CONCURRENCY', 64, 1, 1000),
    attempts: whole('GATEHOUSE_ATTEMPTS', 256, 1, 10_000),
    keepDays: whole('GATEHOUSE_KEEP_DAYS', null, 1, 36_500),
    keepRuns: whole('GATEHOUSE_KEEP_RUNS', null, 1, 10_000_000),
    notifications: readNotifications(text, problems),
    fetchAllowed: readAllowedHosts(text('GATEHOUSE_FETCH_ALLOW') ?? '', problems),
    openai: {
      apiKey: text('OPENAI_API_KEY'),
      baseUrl,
      model: text('GATEHOUSE_MODEL'),
      visionModel: text('GATEHOUSE_VISION_MODEL'),
      prices: readPrices(text('GATEHOUSE_PRICES'), problems),
    },
  };
  if (problems.length > 0) {
    throw new AppError('internal', `The configuration has ${problems.length} problem(s):\n- ${problems.join('\n- ')}`, {
      kind: 'operational',
    });
  }
  return env;
}

function readAllowedHosts(text: string, problems: string[]): AllowedHost[] {
  return text.split(',').flatMap((item) => {
    const written = item.trim();
    if (written === '') return [];
    const [, name, port] = /^(\[[^\]]+\]|[^\s:/?#@\\[\]*]+)(?::(\d{1,5}))?$/.exec(written) ?? [];
    const host = URL.parse(`http://${name}`)?.hostname.replace(/\.$/, '');
    if (name && host && Number(port ?? 1) > 0 && Number(port ?? 1) <= 65535) {
      return [{ host, port: port === undefined ? null : Number(port) }];
    }
    problems.push(`GATEHOUSE_FETCH_ALLOW has "${written}"; set hosts like intranet.example.org or 10.0.0.7:8080`);
    return [];
  });
}

function readPrices(given: string | null, problems: string[]): Record<string, Price> {
  const entries = (given ?? '').split(',').flatMap((entry) => entry.trim() || []);
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const [, model = '', input, output] = /^(.+?)\s*=\s*(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/.exec(entry) ?? [];
      if (model !== '') return [[model, { input: Number(input), output: Number(output) }] as const];
      problems.push(`GATEHOUSE_PRICES has "${entry}"; write model=input/output for a million tokens, like small=0.5/2`);
      return [];
    }),
  );
}

const mailAddress = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/;

export function isMailAddress(text: string): boolean {
  return text.length <= 254 && mailAddress.test(text);
}

function readNotifications(text: (name: string) => string | null, problems: string[]): Notifications | null {
  const list = (name: string) => [...new Set((text(name) ?? '').split(',').flatMap((item) => item.trim() || []))];
  const urls = list('GATEHOUSE_WEBHOOK_URL');
  // Addresses of webhooks and mail servers carry secrets: a problem names the variable, never the value.
  const isWebhook = (url: URL | null) => url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!urls.every((url) => isWebhook(URL.parse(url)))) {
    problems.push('GATEHOUSE_WEBHOOK_URL is not a list of http or https addresses without a user, separated by commas');
  }
  const secret = text('GATEHOUSE_WEBHOOK_SECRET') ?? '';
  if (urls.length > 0 && secret.length < 16) {
    problems.push('GATEHOUSE_WEBHOOK_SECRET is needed with GATEHOUSE_WEBHOOK_URL; set at least 16 characters');
  }
  const [smtpUrl, from, to] = [text('GATEHOUSE_SMTP_URL'), text('GATEHOUSE_MAIL_FROM'), list('GATEHOUSE_MAIL_TO')];
  const server = URL.parse(smtpUrl ?? '');
  if (smtpUrl !== null && !(server && /^smtps?:$/.test(server.protocol) && server.hostname)) {
    problems.push('GATEHOUSE_SMTP_URL is not an address like smtps://user:password@mail.example.org:465');
  }
  if (smtpUrl === null && (from !== null || to.length > 0)) {
    problems.push('GATEHOUSE_SMTP_URL is needed with GATEHOUSE_MAIL_FROM and GATEHOUSE_MAIL_TO');
  }
  if (smtpUrl !== null && !isMailAddress(/^[^<>\r\n]*<([^<>]*)>$/.exec(from ?? '')?.[1] ?? from ?? '')) {
    problems.push('GATEHOUSE_MAIL_FROM is needed with GATEHOUSE_SMTP_URL; set an address like gatehouse@example.org');
  }
  const wrong = to.filter((address) => !isMailAddress(address));
  if (wrong.length > 0) problems.push(`GATEHOUSE_MAIL_TO has "${wrong.join('", "')}"; set addresses and commas`);
  const webhook = urls.length > 0 ? { urls, secret } : null;
  const mail = smtpUrl !== null && from !== null ? { smtpUrl, from, to } : null;
  return webhook || mail ? { webhook, mail } : null;
}

/**
 * What a child process sees of our environment. A list of what may pass, so that no secret leaks through a forgotten name.
 * PATH is the machine's own: npm puts our packages in front of it, and a workflow's "node" or "npx" must not be ours.
 */
export function childEnvironment(source: Record<string, string | undefined> = process.env): Record<string, string> {
  const passed = ['HOME', 'LANG', 'LC_ALL', 'TERM', 'TMPDIR', 'TZ', 'USER', 'LOGNAME', 'SHELL'];
  const ours = /node_modules[\\/](\.bin|@npmcli[\\/]run-script[\\/]lib[\\/]node-gyp-bin)[\\/]?$/;
  const path = (source.PATH ?? '').split(delimiter).filter((part) => !ours.test(part));
  const kept = passed.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]] as const]));
  return { PATH: path.join(delimiter), ...Object.fromEntries(kept) };
}
