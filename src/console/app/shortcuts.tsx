import Box from '@mui/material/Box';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { lettersAreOff } from '#console/session/single-keys.ts';
import { shortcutPages } from './navigation.tsx';
import { keepTyped } from './typed-ahead.ts';

export const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);
export const finderKeys = () => (isApple() ? '⌘ K' : 'Ctrl K');

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
/** Whether a dialog is over the page, which a drawer is not. */
export const isCovered = (): boolean => document.querySelector('dialog:modal') !== null;

interface Actions {
  /** The shell has a dialog open or loading. */
  isOff: boolean;
  openFinder(): void;
  openHelp(): void;
  /** @param path as in `links` */
  go(path: string): void;
}

/** Shortcuts do nothing during typing or while a dialog is open. */
export function useShortcuts(actions: Actions): void {
  // Time of the `g` that a second letter may follow.
  const afterG = useRef(0);
  const { href } = useTenant();
  const whyNot = useForbidden('mandateCreate');
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || actions.isOff || isCovered()) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      actions.openFinder();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || lettersAreOff()) return;
    const isSecond = event.timeStamp - afterG.current < 1500;
    const goes = shortcutPages.find(({ key }) => key === event.key);
    afterG.current = 0;
    if (event.key === '?') actions.openHelp();
    else if (isSecond && goes) actions.go(goes.path);
    else if (event.key === 'g') afterG.current = event.timeStamp;
    else if (event.key === 'n') {
      // Otherwise nothing opens that could take what is typed.
      if (!whyNot && location.pathname !== href(links.mandateCreate())) keepTyped(isCovered);
      actions.go(links.mandateCreate());
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

export function ShortcutKey({ name }: { name: string }) {
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
        fontSize: '0.8125rem',
        textAlign: 'center',
        color: 'text.secondary',
      }}
    >
      {name}
    </Box>
  );
}
