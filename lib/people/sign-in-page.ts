// The sign-in pages. A link's token is posted by a click or by the page's one line of script, never used up by opening it.
import { type Html, html } from '../html/html.ts';
import { passkeyScript } from '../html/passkey-script.ts';
import { gateGlyph, noticePage, plainPage } from '../html/plain-page.ts';
import { paths } from '../paths.ts';
import { passkeyForm } from './passkeys/passkey-form.ts';

const submitScript = 'document.forms[0].requestSubmit()';

export function signInWithLinkPage(token: string, next: string): Response {
  const body = html`<main class="notice form">${gateGlyph}<h1>Sign in to Gatehouse</h1><form method="post"><input type="hidden" name="link" value="${token}"><input type="hidden" name="next" value="${next}"><p class="mute">This link signs you in once.</p><button class="opt primary"><b>Sign in</b></button></form></main>`;
  return plainPage({ title: 'Sign in · Gatehouse', body, script: submitScript });
}

/** The same whoever asked, and whether or not there is such an account. */
export function signInMailedPage(): Response {
  const text =
    'If there is an account with this address, a one-time link is on its way to it. It works for 15 minutes, in any browser.';
  return noticePage({ status: 200, title: 'Look into your mail', text });
}

function mailForm(next: string): Html {
  return html`<form method="post" action="${paths.signIn()}"><input type="hidden" name="next" value="${next}"><label class="f"><span class="l">Your mail address</span><span class="d">If it is the one of your account, a one-time link is sent to it.</span><input type="text" inputmode="email" name="email" required autocomplete="email" maxlength="254" autocapitalize="none" spellcheck="false"></label><button class="opt"><b>Send me a link</b></button></form>`;
}

type SignIn = {
  next: string;
  hasOpenId?: boolean;
  sendsMail?: boolean;
  /** Whether one may come by a passkey, or why not; null where it is no way in. */
  passkeys?: true | string | null;
  problem?: { message: string; status: number };
};

export function signInPage({ next, hasOpenId, sendsMail, passkeys = null, problem }: SignIn): Response {
  const body = html`<main class="notice form">${gateGlyph}<h1>Sign in to Gatehouse</h1>
${problem && html`<div class="alert" role="alert">${problem.message}</div>`}
${hasOpenId && html`<p><a class="opt primary" href="${paths.openId(next)}"><b>Sign in with your organization</b></a></p>`}
${problem && !hasOpenId && html`<p><a href="${paths.signIn()}">All ways to sign in</a></p>`}
${passkeys === true && passkeyForm(next)}
${sendsMail && mailForm(next)}
<p class="mute">For a new one-time link, run this where the console runs, then open what it prints:</p>
<section class="card"><div class="in"><pre>npx gatehouse sign-in</pre></div></section>
<form method="post" action="${paths.signIn()}"><input type="hidden" name="next" value="${next}"><label class="f"><span class="l">Or paste the API token</span><span class="d">It is <code>GATEHOUSE_TOKEN</code>, or the content of <code>owner-token</code> in the data directory.</span><input type="password" name="token" required autocomplete="current-password" maxlength="512" autocapitalize="none" spellcheck="false"></label><button class="opt${hasOpenId ? '' : ' primary'}"><b>Sign in</b></button></form>
${typeof passkeys === 'string' && html`<p class="mute">${passkeys}</p>`}</main>`;
  const script = passkeys === true ? { script: passkeyScript, asksUs: true } : {};
  return plainPage({ title: 'Sign in · Gatehouse', body, status: problem?.status, ...script });
}
