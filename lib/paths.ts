// Every URL of the console, for pages, handlers, streams and links.
const part = encodeURIComponent;

/** `with` is another run; the others say which visit and attempt of a node stand on either side. */
export type Compared = {
  with?: string;
  node?: string;
  visit?: number;
  attempt?: number | null;
  with_visit?: number;
  with_attempt?: number | null;
};

export const paths = {
  home: () => '/',
  runs: () => '/runs',
  run: (runId: string, tab?: string) => `/runs/${part(runId)}${tab ? `?tab=${part(tab)}` : ''}`,
  /** With the filter of the list that it is opened from, so that its neighbours are those of the list. */
  runOfList: (runId: string, list: string) => `/runs/${part(runId)}${list ? `?list=${part(list)}` : ''}`,
  runsOf: (list: string) => `/runs${list ? `?${list}` : ''}`,
  /** What a verb would mean for many runs, and how far one is that was begun. */
  bulk: () => '/runs/bulk',
  bulkAct: (actId: string, list: string) => `/runs/bulk/${part(actId)}${list ? `?list=${part(list)}` : ''}`,
  /** What going back would mean, and the button that does it. */
  runPlan: (runId: string, verb: string, what: Record<string, string | number> = {}) =>
    `/runs/${part(runId)}/plan?${new URLSearchParams({ verb, ...what } as Record<string, string>)}`,
  /** This run with another one, or one attempt of a node with another one. Without `with`, with the run before it. */
  compare: (runId: string, what: Compared = {}) => {
    const query = new URLSearchParams(
      Object.entries(what).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
    );
    return `/runs/${part(runId)}/compare${query.size > 0 ? `?${query}` : ''}`;
  },
  links: (runId: string, gateId: string, cursor?: string) =>
    `/runs/${part(runId)}/links?gate=${part(gateId)}${cursor ? `&cursor=${part(cursor)}` : ''}`,
  /** Where a bundle of a run is opened, of this console or another. */
  bundles: () => '/bundles',
  gates: () => '/gates',
  /** The inbox with this one unfolded. */
  gateInInbox: (runId: string, gateId: string) => `/gates?open=${part(`${runId}/${gateId}`)}`,
  workflows: () => '/workflows',
  /** With `from`, the start form begins with the inputs of that run. */
  workflow: (name: string, from?: string) => `/workflows/${part(name)}${from ? `?from=${part(from)}#start` : ''}`,
  addWorkflow: () => '/workflows?add=1',
  editWorkflow: (name: string) => `/workflows/${part(name)}?edit=1`,
  /** A file of another system in the native language. */
  nativeWorkflow: (name: string) => `/workflows/${part(name)}/native`,
  settings: () => '/settings',
  people: () => '/settings/people',
  profile: () => '/settings/profile',
  audit: (query: Record<string, string> = {}) => {
    const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value)).toString();
    return `/settings/audit${asked ? `?${asked}` : ''}`;
  },
  signIn: () => '/sign-in',
  openId: (next: string) => `/sign-in/openid?next=${part(next)}`,
  openIdCallback: () => '/sign-in/openid/callback',
  passkey: () => '/sign-in/passkey',
  passkeyChallenge: () => '/sign-in/passkey/challenge',
  signOut: () => '/sign-out',
  join: () => '/join',
  gateLink: (token: string) => `/g/${token}`,
  gateStanding: (token: string) => `/g/${token}/standing`,
  api: {
    health: () => '/api/health',
    ready: () => '/api/ready',
    description: () => '/api/openapi.json',
    runs: () => '/api/runs',
    run: (runId: string) => `/api/runs/${part(runId)}`,
    runEvents: (runId: string, after?: number) =>
      `/api/runs/${part(runId)}/events${after === undefined ? '' : `?after=${after}`}`,
    runLog: (runId: string, query: Record<string, string | number>) =>
      `/api/runs/${part(runId)}/logs?${new URLSearchParams(query as Record<string, string>)}`,
    runTimeline: (runId: string, { from, to }: { from: number; to: number }) =>
      `/api/runs/${part(runId)}/timeline?from=${from}&to=${to}`,
    runState: (runId: string, at: number) => `/api/runs/${part(runId)}/state?at=${at}`,
    runControl: (runId: string, verb: string) => `/api/runs/${part(runId)}/${part(verb)}`,
    artifacts: (runId: string, cursor: string) =>
      `/api/runs/${part(runId)}/artifacts?limit=500&cursor=${encodeURIComponent(cursor)}`,
    artifact: (runId: string, artifactId: string) => `/api/runs/${part(runId)}/artifacts/${part(artifactId)}`,
    value: (runId: string, hash: string) => `/api/runs/${part(runId)}/values/${part(hash)}`,
    bundle: (runId: string) => `/api/runs/${part(runId)}/bundle`,
    record: (runId: string, as: string) => `/api/runs/${part(runId)}/export?as=${part(as)}`,
    gate: (runId: string, gateId: string) => `/api/runs/${part(runId)}/gates/${part(gateId)}`,
    gateClaim: (runId: string, gateId: string) => `/api/runs/${part(runId)}/gates/${part(gateId)}/claim`,
    gateLinks: (runId: string, gateId: string) => `/api/runs/${part(runId)}/gates/${part(gateId)}/links`,
    gateLink: (runId: string, gateId: string, linkId: string) =>
      `/api/runs/${part(runId)}/gates/${part(gateId)}/links/${part(linkId)}`,
    checkSignatures: () => '/api/signatures',
    callback: (token: string) => `/api/callbacks/${token}`,
    bulk: (actId: string) => `/api/bulk/${part(actId)}`,
    figures: () => '/api/figures',
    gates: () => '/api/gates',
    workflows: () => '/api/workflows',
    workflow: (name: string) => `/api/workflows/${part(name)}`,
    validate: () => '/api/validate',
    events: () => '/api/events',
    passkeys: () => '/api/passkeys',
    newPasskeyChallenge: () => '/api/passkeys/challenge',
    audit: () => '/api/audit',
    auditLines: () => '/api/audit?as=jsonl',
  },
} as const;

const loopbackName = /^(localhost|([a-z0-9-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function isLoopbackName(hostname: string): boolean {
  return loopbackName.test(hostname.toLowerCase());
}

/** Addresses of route handlers; all others are pages, and what is posted to those is for a server action. */
export function isHandlerPath(path: string): boolean {
  return /^\/(api\/.*|g\/[^/]+(\/[av]\/[^/]+|\/standing)?|sign-in(\/openid(\/callback)?|\/passkey(\/challenge)?)?|sign-out|join)\/?$/.test(
    path,
  );
}
