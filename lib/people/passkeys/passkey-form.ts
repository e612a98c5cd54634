// The button of the sign-in page that asks the browser for a passkey. Without JavaScript, or in a browser that knows none,
// it is not there.
import { type Html, html } from '../../html/html.ts';
import { paths } from '../../paths.ts';

export const passkeyForm = (next: string): Html =>
  html`<form id="passkey" method="post" action="${paths.passkey()}" data-challenge="${paths.passkeyChallenge()}" hidden><div class="alert" role="alert" hidden></div><input type="hidden" name="next" value="${next}"><input type="hidden" name="answer"><button class="opt"><b>Sign in with a passkey</b></button></form>`;
