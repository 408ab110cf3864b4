import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useId, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTenant } from '../../api/tenant.ts';
import { useFinder, type Item } from './search.ts';
import { Icon } from '../../kit/ui/icons.tsx';
import { Modal } from '../../kit/ui/modal.tsx';

/** Typing settles for this long before the service is asked. */
const settle = 250;

/** Items that follow one another in one group. */
function groupsOf(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  for (const it of items) {
    const last = groups.at(-1);
    if (last?.[0]?.group === it.group) last.push(it);
    else groups.push([it]);
  }
  return groups;
}

// The list scrolls within the dialog; the focus stays in the box, so nothing else brings the chosen one into sight.
const keepInSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Finds records, pages and actions by number or name, from anywhere and by keyboard alone; says where it looked. */
export function Finder({ onClose }: { onClose: () => void }) {
  const tenant = useTenant();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [active, setActive] = useState(0);
  // Enter before the answer is there: the first finding opens as soon as there is one.
  const [opening, setOpening] = useState(false);
  const { items, found, looked, pending } = useFinder(tenant, asked);
  const current = items[Math.min(active, items.length - 1)];
  const settled = asked === text && !pending;

  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), text === '' ? 0 : settle);
    return () => clearTimeout(timer);
  }, [text]);

  const open = (item: Item) => {
    onClose();
    void navigate(tenant.href(item.path));
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
          aria-label="Number, part of a number or name, or a page"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${current.key}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Number, part of a number or name, or a page"
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
        {/* On a phone nothing stands beside the dialog that could be pressed. */}
        <Button onClick={onClose} sx={{ display: { sm: 'none' } }}>
          Cancel
        </Button>
      </Stack>
      {asked === '' && (
        <Typography variant="body2" color="textSecondary" sx={{ px: 2, pt: 1.5 }}>
          Type a number, a part of one, a name or a page; client / contract finds one contract by both.
        </Typography>
      )}
      <Box id={`${id}-list`} role="listbox" aria-label="Findings" sx={{ p: 1 }}>
        {groupsOf(items).map((group) => (
          <Box key={group[0]?.group} role="group" aria-labelledby={`${id}-${group[0]?.group}`}>
            <Typography
              id={`${id}-${group[0]?.group}`}
              role="presentation"
              variant="caption"
              color="textSecondary"
              sx={{ px: 1, pt: 0.5, display: 'block' }}
            >
              {asked === '' && group[0]?.rank === 0 ? 'Opened in this session' : group[0]?.group}
            </Typography>
            {group.map((item) => (
              <Stack
                key={item.key}
                ref={item === current ? keepInSight : undefined}
                id={`${id}-${item.key}`}
                role="option"
                aria-selected={item === current}
                direction="row"
                spacing={1.5}
                onMouseMove={() => setActive(items.indexOf(item))}
                onClick={() => open(item)}
                sx={{
                  px: 1,
                  py: 0.75,
                  minHeight: 40,
                  alignItems: 'center',
                  borderRadius: 1,
                  cursor: 'pointer',
                  ...(item === current && { bgcolor: 'action.selected' }),
                }}
              >
                <Icon name={item.icon} />
                <Typography sx={{ fontWeight: 600, flex: 'none', maxWidth: '75%' }} noWrap>
                  {item.label}
                </Typography>
                <Typography color="textSecondary" noWrap>
                  {item.detail}
                </Typography>
              </Stack>
            ))}
          </Box>
        ))}
      </Box>
      {looked.length > 0 && (
        <Box sx={{ px: 2, pb: 1.5 }}>
          <Typography variant="body2" role="status">
            {pending ? 'Looking…' : found > 0 ? `${found} found` : `No record found for “${asked.trim()}”`}
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
