import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ChangeEvent, KeyboardEventHandler } from 'react';
import { Icon } from '#console/kit/ui/icons.tsx';

interface Props {
  text: string;
  onType: (text: string) => void;
  onKeyDown: KeyboardEventHandler;
  onClose: () => void;
  /** The id of the list that is open, and of the option in it that Enter opens. */
  list?: string;
  option?: string;
}

/** The box that waits for the finder's code takes the focus, and then the finder's own in its place. */
const focus = (box: HTMLInputElement | null): void => box?.focus();

/** Where the finder is typed into. */
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
          // The whole dialog is this field's frame; a ring inside it says nothing more.
          '&:focus-visible': { outline: 'none' },
          '&::placeholder': { color: 'text.secondary', opacity: 1 },
        }}
      />
      {/* On a phone nothing stands beside the dialog that could be pressed. */}
      <Button onClick={onClose} sx={{ display: { sm: 'none' } }}>
        Cancel
      </Button>
    </Stack>
  );
}
