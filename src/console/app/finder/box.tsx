import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ChangeEvent, KeyboardEventHandler } from 'react';
import { Icon } from '#kit/ui/icons.tsx';

interface Props {
  text: string;
  onType: (text: string) => void;
  onKeyDown: KeyboardEventHandler;
  onClose: () => void;
  /** IDs of the open list and of the option that Enter opens. */
  list?: string;
  option?: string;
}

/** First the placeholder box takes the focus, then the finder's own box in its position. */
const focus = (box: HTMLInputElement | null): void => box?.focus();

export function FinderBox({ text, onType, onKeyDown, onClose, list, option }: Props) {
  return (
    <Stack direction="row" spacing={1} sx={{ px: 2, alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}>
      <Icon name="find" />
      <Box
        component="input"
        ref={focus}
        value={text}
        role="combobox"
        aria-label="Find a client or contract by name or number, or a page"
        aria-autocomplete="list"
        aria-expanded={list !== undefined}
        aria-controls={list}
        aria-activedescendant={option}
        autoComplete="off"
        spellCheck={false}
        placeholder="Name, number, phone, or a page"
        onChange={(event: ChangeEvent<HTMLInputElement>) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        sx={{
          flex: 1,
          minWidth: 0,
          height: 52,
          p: 0,
          border: 0,
          bgcolor: 'transparent',
          color: 'inherit',
          font: 'inherit',
          fontSize: '1rem',
          // The dialog itself is the field's frame.
          '&:focus-visible': { outline: 'none' },
          '&::placeholder': { color: 'text.secondary', opacity: 1 },
        }}
      />
      {/* On a phone there is no area outside the dialog to tap. */}
      <Button onClick={onClose} sx={{ display: { sm: 'none' } }}>
        Cancel
      </Button>
    </Stack>
  );
}
