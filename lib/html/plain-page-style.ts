// The look of the hand-written pages: the console's tokens, phone first, light and dark by the reader's own setting.
const light =
  '--bg:#fafafb;--panel:#fff;--well:#f6f6f8;--line:#e4e4e8;--strong:#cfcfd6;--ink:#18181b;--mute:#5f5f69;--accent:#4f46e5;--accent-hi:#4338ca;--accent-ink:#fff;--accent-soft:#eef2ff;--wait:#92400e;--wait-bg:#fef3c7;--ok:#15803d;--ok-bg:#dcfce7;--bad:#b91c1c;--bad-bg:#fef2f2;--bad-line:#fecaca;--shadow:0 1px 2px rgba(24,24,27,.05),0 6px 20px -10px rgba(24,24,27,.14)';
const dark =
  '--bg:#0c0c0e;--panel:#141417;--well:#0f0f12;--line:#28282e;--strong:#3d3d46;--ink:#ededf0;--mute:#a3a3ae;--accent:#818cf8;--accent-hi:#a5b4fc;--accent-ink:#0c0c14;--accent-soft:#1c1c3a;--wait:#fbbf24;--wait-bg:#33270c;--ok:#4ade80;--ok-bg:#12301d;--bad:#f87171;--bad-bg:#2b1315;--bad-line:#5b2226;--shadow:0 1px 2px rgba(0,0,0,.4),0 10px 28px -12px rgba(0,0,0,.7)';

const rules = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-font-smoothing:antialiased}
main{max-width:560px;margin:0 auto;padding:max(16px,env(safe-area-inset-top)) 18px 44px}
h1{font-size:25px;line-height:1.22;letter-spacing:-.018em;font-weight:680;margin:0 0 8px;text-wrap:balance;overflow-wrap:anywhere}
p{margin:0 0 10px}
code,pre,.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em;font-variant-numeric:tabular-nums}
code{background:var(--well);border:1px solid var(--line);border-radius:4px;padding:.05em .3em}
.mute{color:var(--mute)}
.top{display:flex;align-items:center;gap:8px;height:36px;margin-bottom:22px;font-size:14px;font-weight:620;letter-spacing:-.01em}
.glyph{width:20px;height:20px;color:var(--accent);flex:none}
.pill{margin-left:auto;display:inline-flex;align-items:center;gap:7px;height:26px;padding:0 11px;border-radius:13px;font-size:13px;font-weight:560;letter-spacing:0;color:var(--wait);background:var(--wait-bg);white-space:nowrap}
.pill i{width:7px;height:7px;border-radius:50%;background:currentColor}
.pill.done{color:var(--ok);background:var(--ok-bg)}
.who{font-size:14px;color:var(--mute);margin:0 0 8px;overflow-wrap:anywhere}.who b{color:var(--ink);font-weight:600}.who code{background:none;border:0;padding:0}
.prose{overflow-wrap:anywhere}.prose>:last-child{margin-bottom:0}.prose :is(h2,h3,h4,h5,h6){color:var(--ink);font-size:17px;line-height:1.3;margin:16px 0 6px}.prose>:is(h2,h3):first-child{margin-top:0}.prose :is(h4,h5,h6){font-size:16px}.prose ul,.prose ol{margin:0 0 10px;padding-left:22px}.prose li{margin:3px 0}.prose li:has(>[role=img]){list-style:none}.prose li ul,.prose li ol{margin-bottom:0}.prose pre{margin:0 0 10px;padding:10px 12px;border:1px solid var(--line);border-radius:6px;background:var(--well)}
.prose pre code{border:0;padding:0;background:none;font-size:1em}.prose blockquote{margin:0 0 10px;padding-left:12px;border-left:3px solid var(--line)}.prose blockquote>:last-child{margin-bottom:0}.prose hr{border:0;border-top:1px solid var(--line);margin:14px 0}
.wide{overflow-x:auto;margin:0 0 10px}.wide table{border-collapse:collapse;font-size:14px;overflow-wrap:normal}.wide :is(th,td){padding:5px 10px;border:1px solid var(--line);text-align:left}.wide :is(th,td)[align=right]{text-align:right}.wide :is(th,td)[align=center]{text-align:center}.wide th{background:var(--well);font-weight:600}
.lead{color:var(--mute);margin-bottom:4px}
.host{color:var(--mute);font-size:.875em}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.55;font-size:13px;tab-size:2}
.add{color:var(--ok)}.del{color:var(--bad)}.hunk{color:var(--mute)}
.card{border:1px solid var(--line);border-radius:12px;background:var(--panel);overflow:hidden;margin:16px 0;box-shadow:var(--shadow)}
.card header{display:flex;gap:12px;align-items:center;justify-content:space-between;padding:9px 14px;border-bottom:1px solid var(--line);font-size:13px;color:var(--mute)}
.card header b{color:var(--ink);font-weight:560;overflow-wrap:anywhere}
.card header span{white-space:nowrap}
.card .in{padding:13px 14px;max-height:26em;overflow:auto}
.card img{display:block;width:100%;height:auto;min-height:48px;background:var(--well)}
.pair{margin:16px 0}.pair .card{margin:0 0 10px}@media (min-width:520px){.pair{display:grid;grid-template-columns:1fr 1fr;gap:10px;align-items:start}.pair .card{margin:0}}
.card .cut{padding:9px 14px;border-top:1px solid var(--line);font-size:13px;color:var(--mute)}
.file{display:flex;align-items:center;justify-content:space-between;gap:12px;padding:13px 14px;color:inherit;text-decoration:none}.file b{font-size:14px;font-weight:560;overflow-wrap:anywhere}.file span{color:var(--mute);font-size:13px;white-space:nowrap}.file u{color:var(--accent);text-underline-offset:2px}
a{color:var(--accent);text-underline-offset:2px}
form{margin-top:24px;scroll-margin-top:16px}
.f{display:block;margin:0 0 16px;border:0;padding:0;min-width:0}
.f>.l,.f>legend{display:block;font-size:14px;font-weight:560;margin-bottom:5px;padding:0}
.l small,legend small{font-weight:400;color:var(--mute);font-size:13px}
.f .d{display:block;font-size:13px;color:var(--mute);margin:0 0 6px}
input[type=text],input[type=number],input[type=password],textarea,select{display:block;width:100%;min-height:46px;padding:10px 12px;border:1px solid var(--strong);border-radius:8px;background:var(--panel);color:var(--ink);font:inherit}
textarea{resize:vertical;line-height:1.45}
select{appearance:none;padding-right:36px;background-image:linear-gradient(45deg,transparent 50%,var(--mute) 50%),linear-gradient(-45deg,transparent 50%,var(--mute) 50%);background-size:6px 6px;background-position:right 18px center,right 12px center;background-repeat:no-repeat}
.tick{display:flex;gap:11px;align-items:center;min-height:46px;padding:10px 12px;border:1px solid var(--strong);border-radius:8px;background:var(--panel);margin-bottom:8px}
.tick input{width:18px;height:18px;margin:0;accent-color:var(--accent);flex:none}
.tick:has(:checked){border-color:var(--accent);background:var(--accent-soft)}
:is(input,textarea,select,button,a,.in,.wide):focus-visible{outline:2px solid var(--accent);outline-offset:2px}
[aria-invalid=true]{border-color:var(--bad)}
.e{display:block;color:var(--bad);font-size:14px;margin-top:5px}
.f .opt{margin-top:10px}form+p{margin-top:24px}
.news{border:1px solid var(--line);border-radius:10px;padding:11px 14px;margin:0 0 18px;font-size:15px}
.alert{border:1px solid var(--bad-line);background:var(--bad-bg);color:var(--bad);border-radius:10px;padding:11px 14px;margin:0 0 18px;font-size:15px}
.options{display:grid;gap:10px;margin-top:22px}
.opt{display:block;width:100%;min-height:56px;text-align:left;border:1px solid var(--strong);border-radius:12px;padding:13px 42px 13px 16px;background:var(--panel);color:var(--ink);font:inherit;cursor:pointer;position:relative;box-shadow:var(--shadow);transition:border-color .12s,background .12s}
.opt:after{content:"";position:absolute;right:19px;top:50%;width:8px;height:8px;border:solid currentColor;border-width:2px 2px 0 0;transform:translateY(-50%) rotate(45deg);opacity:.45}
.opt b{display:block;font-size:17px;line-height:1.3;font-weight:640;overflow-wrap:anywhere}.opt span{display:block;font-size:14px;line-height:1.4;color:var(--mute);margin-top:2px;overflow-wrap:anywhere}
a.opt{display:flex;align-items:center;margin:18px 0 22px;text-decoration:none}.opt:hover{border-color:var(--ink)}.opt:active{transform:translateY(1px)}
.opt.primary{background:var(--accent);border-color:var(--accent);color:var(--accent-ink)}.opt.primary span{color:inherit;opacity:.86}.opt.primary:hover{background:var(--accent-hi);border-color:var(--accent-hi)}
.opt.danger b{color:var(--bad)}.opt.danger:hover{border-color:var(--bad)}
footer{margin-top:22px;font-size:13px;color:var(--mute)}footer p{margin:0 0 4px}
.notice{padding-top:16vh;text-align:center}.notice .glyph{width:34px;height:34px;margin-bottom:14px}.notice p{max-width:38ch;margin-inline:auto}
.notice.form{text-align:left}.notice.form .glyph{margin-bottom:10px}.notice.form p{max-width:none}
.said{display:grid;justify-items:center;padding-top:11vh;text-align:center}.said .ring{display:grid;place-items:center;width:64px;height:64px;border-radius:50%;background:var(--ok-bg);color:var(--ok);margin-bottom:18px}.said .ring svg{width:30px;height:30px}.said .ring.shut{background:var(--well);color:var(--mute)}
.said blockquote{margin:14px 0 0;padding:10px 14px;border:1px solid var(--line);border-radius:10px;background:var(--panel);font-size:15px;overflow-wrap:anywhere;text-align:left;white-space:pre-wrap}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
`;

const spaceless = (css: string) => css.replace(/\n/g, '');

export const plainPageStyle = `:root{color-scheme:light dark;${light}}@media (prefers-color-scheme:dark){:root{${dark}}}${spaceless(rules)}`;
