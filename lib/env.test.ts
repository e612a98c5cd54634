import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

test('runs are kept for ever unless the environment says otherwise', () => {
  expect(readEnv({})).toMatchObject({ keepDays: null, keepRuns: null });
  expect(readEnv({ GATEHOUSE_KEEP_DAYS: '30', GATEHOUSE_KEEP_RUNS: ' 500 ' })).toMatchObject({
    keepDays: 30,
    keepRuns: 500,
  });
});

test('nobody is told unless the environment names somebody', () => {
  expect(readEnv({}).notifications).toBeNull();
  expect(
    readEnv({
      GATEHOUSE_WEBHOOK_URL: 'https://a.example.org/hook, http://localhost:9/b,https://a.example.org/hook',
      GATEHOUSE_WEBHOOK_SECRET: 'sixteen characters',
      GATEHOUSE_SMTP_URL: 'smtps://user:pass@mail.example.org:465',
      GATEHOUSE_MAIL_FROM: 'Gatehouse <gatehouse@example.org>',
    }).notifications,
  ).toEqual({
    webhook: { urls: ['https://a.example.org/hook', 'http://localhost:9/b'], secret: 'sixteen characters' },
    mail: {
      smtpUrl: 'smtps://user:pass@mail.example.org:465',
      from: 'Gatehouse <gatehouse@example.org>',
      to: [],
    },
  });
});

test('settings of notifications that do not go together are told, without the secrets in them', () => {
  const problemsOf = (source: Record<string, string>) => {
    try {
      return `no problem: ${JSON.stringify(readEnv(source))}`;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const wrong = problemsOf({
    GATEHOUSE_WEBHOOK_URL: 'https://me:hunter2@example.org/hook',
    GATEHOUSE_SMTP_URL: 'http://me:hunter2@example.org',
    GATEHOUSE_MAIL_TO: 'a@example.org, nobody',
  });
  expect(wrong).toContain('5 problem(s)');
  for (const name of ['WEBHOOK_URL', 'WEBHOOK_SECRET', 'SMTP_URL', 'MAIL_FROM', 'MAIL_TO']) {
    expect(wrong).toContain(`- GATEHOUSE_${name}`);
  }
  expect(wrong).not.toContain('hunter2');
  expect(problemsOf({ GATEHOUSE_MAIL_TO: 'a@example.org' })).toContain('GATEHOUSE_SMTP_URL is needed');
});

test('prices are read for each model, and one that is not a price is told', () => {
  expect(readEnv({}).openai.prices).toEqual({});
  expect(readEnv({ GATEHOUSE_PRICES: 'gpt-x=2.5/10, org/small:8b = 0 / 0.4,' }).openai.prices).toEqual({
    'gpt-x': { input: 2.5, output: 10 },
    'org/small:8b': { input: 0, output: 0.4 },
  });
  for (const wrong of ['gpt-x', 'gpt-x=2.5', '=1/2', 'gpt-x=a/b', 'gpt-x=-1/2']) {
    expect(() => readEnv({ GATEHOUSE_PRICES: `good=1/2,${wrong}` })).toThrow(`GATEHOUSE_PRICES has "${wrong}"`);
  }
});

test('the address of a model server is one of the web', () => {
  expect(() => readEnv({ OPENAI_BASE_URL: 'localhost:11434' })).toThrow('OPENAI_BASE_URL');
  expect(readEnv({ OPENAI_BASE_URL: 'http://localhost:11434/v1' }).openai.baseUrl).toBe('http://localhost:11434/v1');
});

test('all problems of the environment are told at once', () => {
  const wrong = { PORT: '99999', GATEHOUSE_KEEP_DAYS: '0', GATEHOUSE_KEEP_RUNS: 'many', GATEHOUSE_TOKEN: 'short' };
  const names = Object.keys(wrong);
  expect(() => readEnv(wrong)).toThrow('4 problem(s)');
  for (const name of names) expect(() => readEnv(wrong)).toThrow(name);
  expect(() => readEnv(wrong)).toThrow('- PORT is "99999"; set a whole number from 0 to 65535');
});

test('hosts that may be fetched from are read as a URL would read them', () => {
  const read = (text: string) => readEnv({ GATEHOUSE_FETCH_ALLOW: text }).fetchAllowed;
  expect(read('')).toEqual([]);
  expect(read(' Intranet.Example.org., 10.0.0.7:8080,[::1]:80 , [FD00::1],')).toEqual([
    { host: 'intranet.example.org', port: null },
    { host: '10.0.0.7', port: 8080 },
    { host: '[::1]', port: 80 },
    { host: '[fd00::1]', port: null },
  ]);
  for (const wrong of ['http://a', 'a/b', 'a:99999', 'a:0', 'u@a', '*', '*.a', '::1', 'a b', '[x]', 'a:x']) {
    expect(() => read(`ok.example,${wrong}`), wrong).toThrow(`GATEHOUSE_FETCH_ALLOW has "${wrong}"`);
  }
});

test('an OpenID provider is named whole, by an https address or one of this machine', () => {
  const named = { GATEHOUSE_OIDC_CLIENT_ID: 'gatehouse', GATEHOUSE_OIDC_CLIENT_SECRET: 'hunter2' };
  const read = (more: Record<string, string>) => readEnv({ ...named, ...more }).openId;
  expect(readEnv({}).openId).toBeNull();
  expect(read({ GATEHOUSE_OIDC_ISSUER: 'https://id.example.org/realm' })).toEqual({
    issuer: 'https://id.example.org/realm',
    clientId: 'gatehouse',
    clientSecret: 'hunter2',
    domains: [],
    groupsClaim: null,
    isOnlyWay: false,
  });
  const more = { GATEHOUSE_OIDC_DOMAINS: 'Example.org, example.net', GATEHOUSE_OIDC_GROUPS: 'roles' };
  expect(read({ GATEHOUSE_OIDC_ISSUER: 'http://localhost:9', GATEHOUSE_OIDC_ONLY: 'yes', ...more })).toMatchObject({
    domains: ['example.org', 'example.net'],
    groupsClaim: 'roles',
    isOnlyWay: true,
  });
  expect(() => read({ GATEHOUSE_OIDC_ISSUER: 'http://id.example.org' })).toThrow('set the https address');
  expect(() => read({})).toThrow('GATEHOUSE_OIDC_ISSUER is needed');
  expect(() => readEnv({ GATEHOUSE_OIDC_ONLY: 'yes' })).toThrow('3 problem(s)');
  expect(() => read({ GATEHOUSE_OIDC_ISSUER: 'https://a.example', GATEHOUSE_OIDC_ONLY: 'maybe' })).toThrow('yes or no');
});
