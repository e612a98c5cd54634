/**
 * Shows the form `passkey` in browsers that know passkeys. Its button has the browser answer what the console asks at the
 * address in `data-challenge`, and posts the answer as a form does.
 */
export const passkeyScript = `{const f=document.getElementById('passkey'),a=f.firstElementChild,P=window.PublicKeyCredential;
const say=t=>{a.textContent=t;a.hidden=!t};
if(P&&P.parseRequestOptionsFromJSON){f.hidden=false;f.onsubmit=async e=>{e.preventDefault();say('');
try{const r=await fetch(f.dataset.challenge,{method:'POST'}),o=await r.json();
if(!r.ok)return say(o.error.message);
const c=await navigator.credentials.get({publicKey:P.parseRequestOptionsFromJSON(o)});
f.elements.answer.value=JSON.stringify(c.toJSON());f.submit()}
catch(x){say(x.name==='NotAllowedError'?'No passkey was used. Try again, or come in another way.':'This did not work: '+x.message)}}}}`;
