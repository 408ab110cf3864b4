interface Screen {
  title: string;
  lines?: string[];
  /** The invalid keys, shown as a list. */
  faults?: string[];
  action?: { label: string; run(): void };
  /** What goes on meanwhile. */
  note?: string;
}

/**
 * A plain page for when the app can't start; without the app's code, which may be what is missing.
 * @returns replaces the note
 */
export function showStartScreen({ title, lines = [], faults = [], action, note = '' }: Screen): (note: string) => void {
  const element = (tag: string, text = '') => Object.assign(document.createElement(tag), { textContent: text });
  const main = element('main');
  main.className = 'start';
  const heading = element('h1', title);
  heading.tabIndex = -1;
  main.append(heading, ...lines.map((line) => element('p', line)));
  if (faults.length > 0) {
    const list = element('ul');
    list.append(...faults.map((fault) => element('li', fault)));
    main.append(list);
  }
  const status = element('p', note);
  status.role = 'status';
  main.append(status);
  if (action) {
    const button = element('button', action.label);
    button.addEventListener('click', () => action.run());
    main.append(button);
  }
  document.title = `${title} · Collections Console`;
  document.getElementById('root')?.replaceChildren(main);
  heading.focus();
  return (text) => (status.textContent = text);
}
