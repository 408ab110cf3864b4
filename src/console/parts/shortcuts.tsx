import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { links } from '../links.ts';
import { Modal } from './modal.tsx';

/** What `g` and a letter goes to. */
const places = {
  o: { label: 'Overview', path: links.overview() },
  m: { label: 'Mandates', path: links.mandates() },
  c: { label: 'Contracts', path: links.contracts() },
  i: { label: 'Instalments', path: links.instalments() },
  l: { label: 'Clients', path: links.clients() },
  r: { label: 'Reports', path: links.reports() },
  k: { label: 'Lookups', path: links.lookups() },
} as const;

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);
export const finderKeys = () => (isApple() ? '⌘ K' : 'Ctrl K');

// Single letters get in the way of speech input, so they can be turned off (WCAG 2.1.4). A preference, nothing personal.
const offKey = 'single-keys-off';
const lettersAreOff = () => localStorage.getItem(offKey) === '1';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
const isCovered = () =>
  document.querySelector('dialog[open], [role="dialog"][aria-modal="true"], .MuiModal-root') !== null;

interface Actions {
  /** While the shell has a dialog open or on its way. */
  off: boolean;
  find(): void;
  help(): void;
  go(path: string): void;
}

/** Listens for the console's shortcuts; none acts while somebody types or a dialog is open. */
export function useShortcuts(actions: Actions): void {
  // When the `g` came that a second letter may follow.
  const afterG = useRef(0);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || actions.off || isCovered()) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      actions.find();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || lettersAreOff()) return;
    const isSecond = event.timeStamp - afterG.current < 1500;
    afterG.current = 0;
    if (event.key === '?') actions.help();
    else if (isSecond && Object.hasOwn(places, event.key)) actions.go(places[event.key as keyof typeof places].path);
    else if (event.key === 'g') afterG.current = event.timeStamp;
    else if (event.key === 'n') actions.go(links.mandateCreate());
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** All shortcuts on one sheet. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [off, setOff] = useState(lettersAreOff);
  const toggle = () => {
    if (off) localStorage.removeItem(offKey);
    else localStorage.setItem(offKey, '1');
    setOff(!off);
  };
  const rows: [string, string][] = [
    [finderKeys(), 'Find a client or a contract'],
    [isApple() ? '⌘ Enter' : 'Ctrl Enter', 'Send the form'],
    ['?', 'This sheet'],
    ['n', 'New mandate'],
    ...Object.entries(places).map(([key, { label }]): [string, string] => [`g ${key}`, label]),
  ];
  return (
    <Modal label="Keyboard shortcuts" width={420} onClose={onClose}>
      <Stack spacing={2} sx={{ p: 3 }}>
        <Typography variant="h2">Keyboard shortcuts</Typography>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '6px 16px', alignItems: 'center' }}
        >
          {rows.map(([keys, label]) => (
            <Box key={keys} sx={{ display: 'contents' }}>
              <dt>
                {keys.split(' ').map((key) => (
                  <Key key={key} name={key} />
                ))}
              </dt>
              <Box component="dd" sx={{ m: 0 }}>
                {label}
              </Box>
            </Box>
          ))}
        </Box>
        <Stack direction="row" spacing={1}>
          <Button variant="contained" autoFocus onClick={onClose}>
            Close
          </Button>
          <Button aria-pressed={off} onClick={toggle}>
            {off ? 'Turn single keys on' : 'Turn single keys off'}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  );
}

/** A key of the keyboard. */
export function Key({ name }: { name: string }) {
  return (
    <Box
      component="kbd"
      sx={{
        display: 'inline-block',
        minWidth: 20,
        mr: 0.5,
        px: 0.75,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        font: 'inherit',
        fontSize: '0.75rem',
        textAlign: 'center',
        color: 'text.secondary',
      }}
    >
      {name}
    </Box>
  );
}
