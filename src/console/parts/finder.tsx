import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useId, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePlace } from '../place.ts';
import { useFinder, type Item } from './finder-search.ts';
import { Icon } from './icons.tsx';
import { Modal } from './modal.tsx';

/** Typing settles for this long before the service is asked. */
const settle = 250;

/** Finds a contract or a client by its number, from anywhere; says where it looked. */
export function Finder({ onClose }: { onClose: () => void }) {
  const place = usePlace();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [active, setActive] = useState(0);
  // Enter before the answer is there: the first finding opens as soon as there is one.
  const [opening, setOpening] = useState(false);
  const { items, looked, pending } = useFinder(place, asked);
  const current = items[Math.min(active, items.length - 1)];
  const settled = asked === text && !pending;

  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), text === '' ? 0 : settle);
    return () => clearTimeout(timer);
  }, [text]);

  const open = (item: Item) => {
    onClose();
    void navigate(place.href(item.path));
  };
  const openFirst = useEffectEvent(() => {
    setOpening(false);
    if (items[0]) open(items[0]);
  });
  useEffect(() => {
    if (opening && settled) openFirst();
  }, [opening, settled]);

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (items.length > 0) setActive((active + step + items.length) % items.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (current && (settled || active > 0)) return open(current);
      setAsked(text);
      setOpening(text.trim() !== '');
    }
  };

  return (
    <Modal label="Find" at="top" onClose={onClose}>
      <Stack direction="row" spacing={1} sx={{ px: 2, alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}>
        <Icon name="find" />
        <Box
          component="input"
          autoFocus
          value={text}
          role="combobox"
          aria-label="Client number, contract number or contract sequence"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${current.key}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Client number, contract number or contract sequence"
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            setText(event.target.value);
            setActive(0);
            setOpening(false);
          }}
          onKeyDown={press}
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
      </Stack>
      {asked === '' && (
        <Typography variant="body2" color="textSecondary" sx={{ px: 2, pt: 1.5 }}>
          {items.length > 0 ? 'Opened in this session' : 'Type a number; client / contract finds one contract by both.'}
        </Typography>
      )}
      <Box id={`${id}-list`} role="listbox" aria-label="Findings" sx={{ p: 1 }}>
        {items.map((item) => (
          <Stack
            key={item.key}
            id={`${id}-${item.key}`}
            role="option"
            aria-selected={item === current}
            direction="row"
            spacing={1.5}
            onMouseMove={() => setActive(items.indexOf(item))}
            onClick={() => open(item)}
            sx={{
              px: 1,
              py: 1,
              minHeight: 40,
              alignItems: 'center',
              borderRadius: 1,
              cursor: 'pointer',
              ...(item === current && { bgcolor: 'action.selected' }),
            }}
          >
            <Icon name={item.kind === 'Client' ? 'clients' : 'contracts'} />
            <Typography sx={{ fontWeight: 600 }}>
              {item.kind} {item.label}
            </Typography>
            <Typography color="textSecondary" noWrap>
              {item.detail}
            </Typography>
          </Stack>
        ))}
      </Box>
      {looked.length > 0 && (
        <Box sx={{ px: 2, pb: 1.5 }}>
          <Typography variant="body2" role="status">
            {pending ? 'Looking…' : items.length > 0 ? `${items.length} found` : `Nothing found for “${asked.trim()}”`}
          </Typography>
          <Typography component="ul" variant="body2" color="textSecondary" sx={{ m: 0, pl: 2.5 }}>
            {looked.map(({ where, outcome }) => (
              <li key={where}>
                {where}: {outcome}
              </li>
            ))}
          </Typography>
        </Box>
      )}
    </Modal>
  );
}
