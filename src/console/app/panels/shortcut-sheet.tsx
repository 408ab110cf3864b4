import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { lettersAreOff, turnLetters } from '#console/session/single-keys.ts';
import { Modal } from '#kit/ui/modal.tsx';
import { shortcutPages } from '../navigation.tsx';
import { finderKeys, isApple, ShortcutKey } from '../shortcuts.tsx';

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [off, setOff] = useState(lettersAreOff);
  const toggle = () => {
    turnLetters(!off);
    setOff(!off);
  };
  const rows: [string, string][] = [
    [finderKeys(), 'Find a client or a contract'],
    [isApple() ? '⌘ Enter' : 'Ctrl Enter', 'Save the form'],
    ['?', 'These shortcuts'],
    ['n', 'New mandate'],
    ['Enter', 'Edit a row, as does F2; Escape undoes it'],
    ['Space', 'Show a whole row of a report'],
    ['Alt ↓', 'The menu of a column'],
    ...shortcutPages.map(({ key, label }): [string, string] => [`g ${key}`, label]),
  ];
  return (
    <Modal
      title="Keyboard shortcuts"
      size="m"
      onClose={onClose}
      actions={
        <Button aria-pressed={off} onClick={toggle}>
          {off ? 'Turn single keys on' : 'Turn single keys off'}
        </Button>
      }
    >
      <Box
        component="dl"
        // Where the screen is low, arrow keys scroll it.
        tabIndex={0}
        ref={(list: HTMLElement | null) => list?.focus()}
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'auto 1fr', sm: 'auto 1fr auto 1fr' },
          gap: '6px 16px',
          alignItems: 'center',
        }}
      >
        {rows.map(([keys, label]) => (
          <Box key={keys} sx={{ display: 'contents' }}>
            <dt>
              {keys.split(' ').map((key) => (
                <ShortcutKey key={key} name={key} />
              ))}
            </dt>
            <Box component="dd" sx={{ m: 0 }}>
              {label}
            </Box>
          </Box>
        ))}
      </Box>
    </Modal>
  );
}
