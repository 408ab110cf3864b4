/**
 * For the pages that the service renders itself. The typeface is the console's, so the browser fetches it once for both; pages
 * don't wait for it.
 */
export const styleSheet = `
@font-face { font-family: Inter; src: url('/assets/inter-4.1.woff2') format('woff2'); font-weight: 400 600; font-display: optional; }
:root {
  color-scheme: light dark;
  --ink: #16202c; --quiet: #526072; --ground: #f6f7f9; --card: #ffffff; --line: #d5dae1; --edge: #7a8696;
  --accent: #0f766e; --accent-strong: #0b5e58; --on-accent: #ffffff;
  --bad: #a61b1b; --bad-ground: #fdf1f0; --bad-line: #eab8b3; --hint: #eef6f5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e7ecf2; --quiet: #a3b0c0; --ground: #0f1720; --card: #17212c; --line: #2b3947; --edge: #76879a;
    --accent: #5eead4; --accent-strong: #99f6e4; --on-accent: #06231f;
    --bad: #ffb4ab; --bad-ground: #33191a; --bad-line: #6d3331; --hint: #15282b;
  }
}
* { box-sizing: border-box; }
html { font: 100%/1.5 Inter, system-ui, sans-serif; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; padding: 1.5rem 1rem 3rem;
  display: flex; flex-direction: column; align-items: center; gap: 1.5rem;
  background: var(--ground); color: var(--ink);
}
header { display: flex; align-items: center; gap: .625rem; margin-top: min(10vh, 5rem); font-size: 1.125rem; letter-spacing: -.01em; }
header b { font-weight: 600; }
.tile { fill: var(--accent); }
.ring { stroke: var(--on-accent); }
.coin { fill: var(--on-accent); }
main {
  width: 100%; max-width: 25rem; padding: 2rem;
  background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  box-shadow: 0 1px 2px rgb(16 24 32 / .05), 0 12px 32px -12px rgb(16 24 32 / .14);
}
h1 { margin: 0 0 1.25rem; font-size: 1.5rem; line-height: 1.25; font-weight: 600; letter-spacing: -.015em; }
h2 { margin: 0 0 .25rem; font-size: .9375rem; font-weight: 600; }
p { margin: 0 0 1rem; }
label { display: block; margin-bottom: .375rem; font-size: .875rem; font-weight: 600; }
input {
  display: block; width: 100%; min-height: 2.75rem; margin-bottom: 1.125rem; padding: .5rem .75rem;
  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 8px;
}
input:hover { border-color: var(--ink); }
input[aria-invalid] { border-color: var(--bad); }
button, .button {
  display: block; width: 100%; min-height: 2.75rem; padding: .5rem 1rem; margin-top: .5rem; cursor: pointer;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 8px;
}
button:hover, .button:hover { background: var(--accent-strong); }
button.quiet { color: var(--accent); background: none; border-color: var(--edge); }
button.quiet:hover { color: var(--accent-strong); border-color: currentColor; background: none; }
form + form, form + h2, form + p, ul + h2, ol + form { margin-top: 1.25rem; }
.hint { margin-top: -.75rem; font-size: .875rem; color: var(--quiet); }
.code { margin-bottom: 1rem; padding: .5rem; width: max-content; background: #ffffff; border: 1px solid var(--line); border-radius: 8px; }
.code svg { display: block; }
.codes { margin: 0 0 1rem; padding-left: 1.75rem; }
.factors { margin: 0; padding: 0; list-style: none; }
.factors form { display: flex; align-items: center; justify-content: space-between; gap: .75rem; margin-bottom: .5rem; }
.factors small { display: block; color: var(--quiet); }
.factors button { width: auto; margin: 0; }
a { color: var(--accent); }
p:last-child { margin-bottom: 0; }
p > a:not(.button) { display: inline-block; min-height: 1.5rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem {
  padding: .625rem .75rem; font-size: .9375rem;
  color: var(--bad); background: var(--bad-ground); border: 1px solid var(--bad-line); border-radius: 8px;
}
section { margin: 1.75rem -2rem -2rem; padding: 1.25rem 2rem 1.5rem; font-size: .875rem; background: var(--hint); border-top: 1px solid var(--line); border-radius: 0 0 13px 13px; }
section p { margin-bottom: .75rem; color: var(--quiet); }
code { font: .9375em ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace; color: var(--ink); overflow-wrap: anywhere; }
dl { margin: 0; display: grid; gap: .25rem; }
dl div { display: grid; grid-template-columns: 7.25rem 1fr; gap: .75rem; }
dt { font-weight: 600; }
dd { margin: 0; color: var(--quiet); }
@media (max-width: 26rem) {
  body { padding: 1rem .75rem 2rem; gap: 1.25rem; }
  header { margin-top: 1rem; }
  main { padding: 1.5rem 1.25rem; }
  section { margin: 1.5rem -1.25rem -1.5rem; padding: 1.125rem 1.25rem 1.25rem; }
}
@media (forced-colors: active) { main, button, .button { border-color: CanvasText; } }
`;
