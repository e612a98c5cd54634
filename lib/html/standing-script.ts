/**
 * Asks the address in `data-ask` every few seconds how the question stands, and shows the page anew once it is not open any
 * more, or the link is not. It only reads, rests while nobody looks, and takes a console that is away for no answer.
 */
export const standingScript = `{const m=document.querySelector('main[data-ask]'),every=4000;let t;
const ask=async()=>{clearTimeout(t);if(document.hidden)return;let s='open';
try{const r=await fetch(m.dataset.ask,{cache:'no-store'});if(r.ok)s=await r.text();else if(r.status===404)s='gone'}catch{}
if(s==='open')t=setTimeout(ask,every);else location.replace(location.pathname)};
document.addEventListener('visibilitychange',ask);t=setTimeout(ask,every)}`;
