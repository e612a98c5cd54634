// What the audit log's acts are called on its page. An act without words of its own is told by its name.

/** What can be filtered by: a thing, and all that is done to it. */
export const things: Record<string, string> = {
  run: 'Runs',
  gate: 'Answers',
  link: 'Gate links',
  workflow: 'Workflows',
  server: 'Servers',
  outside: 'Use of the machine',
  session: 'Sign-ins',
  sign_in_link: 'Sign-in links',
  person: 'People',
  group: 'Groups',
  invitation: 'Invitations',
  passkey: 'Passkeys',
  token: 'API tokens',
  key: 'Signing keys',
  audit: 'This log',
};

const words: Record<string, string> = {
  'run.rolled_back': 'rolled a run back',
  'run.signalled': 'sent a signal to a run',
  'run.exported': 'downloaded a run',
  'run.unarchived': 'took a run out of the archive',
  'gate.answered': 'answered a gate',
  'gate.voted': 'voted at a gate',
  'gate.overridden': 'answered a gate over its rules',
  'gate.claimed': 'took a gate',
  'gate.let_go': 'let a gate go',
  'link.made': 'made a gate link',
  'link.revoked': 'revoked a gate link',
  'link.code_sent': 'had a code mailed for a gate link',
  'link.code_refused': 'typed a wrong code for a gate link',
  'workflow.saved': 'saved a workflow',
  'server.allowed': 'allowed a server to start',
  'server.revoked': 'took back what a server may start',
  'outside.allowed': 'allowed use of the machine',
  'outside.revoked': 'took back use of the machine',
  'session.started': 'signed in',
  'session.refused': 'tried to sign in and was refused',
  'session.ended': 'signed out, or ended a session',
  'session.others_ended': 'ended all other sessions',
  'session.all_ended': 'signed everybody out',
  'sign_in_link.made': 'made a sign-in link',
  'person.added': 'added an account',
  'person.identified': 'came by OpenID Connect for the first time',
  'person.role_changed': 'changed a role',
  'person.changed': 'changed an account',
  'person.closed': 'closed an account',
  'person.reopened': 'opened an account again',
  'invitation.made': 'invited somebody',
  'invitation.revoked': 'took an invitation back',
  'invitation.accepted': 'accepted an invitation',
  'passkey.added': 'added a passkey',
  'passkey.removed': 'removed a passkey',
  'token.made': 'made an API token',
  'token.revoked': 'revoked an API token',
  'token.refused': 'sent an API token that does not work',
  'key.changed': 'signs with a new key',
  'audit.exported': 'exported this log',
  'audit.broken': 'found that this log was changed',
};

export function actWords(act: string): string {
  const known = words[act];
  if (known) return known;
  const [thing = '', verb = ''] = act.split('.');
  return `${verb.replaceAll('_', ' ')} a ${thing.replaceAll('_', ' ')}`;
}

const ways: Record<string, string> = {
  session: 'signed in',
  token: 'API token',
  auto: 'the console itself',
  link: 'sign-in link',
  invitation: 'invitation',
  openid: 'OpenID Connect',
  passkey: 'passkey',
  mail: 'mail',
};

/** How somebody came in, in words. */
export function wayWords(via: string): string {
  if (/^link:.*:code$/.test(via)) return 'gate link and mailed code';
  return via.startsWith('link:') ? 'gate link' : (ways[via] ?? via);
}
