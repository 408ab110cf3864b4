import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { Icon } from '#kit/ui/icons.tsx';
import { ShortcutKey } from '../shortcuts.tsx';
import type { FinderItem } from './items.ts';

function groupsOf(items: readonly FinderItem[]): FinderItem[][] {
  const groups: FinderItem[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.[0]?.group === item.group) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

// The focus stays in the box, so scrolling must follow the active option.
const keepInView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

const idOf = (list: string, text: string) => `${list}-${encodeURIComponent(text)}`;
export const optionId = (list: string, { key }: FinderItem): string => idOf(list, key);

interface Props {
  /** Prefix of the option IDs. */
  id: string;
  items: readonly FinderItem[];
  current: FinderItem | undefined;
  /** Depend only on the item's key, so stale callbacks are fine. */
  onPoint: (item: FinderItem) => void;
  onOpen: (item: FinderItem) => void;
}

function AllResults({ id, items, current, onPoint, onOpen }: Props) {
  return (
    <Box id={id} role="listbox" aria-label="Results" sx={{ p: 1 }}>
      {groupsOf(items).map((group) => (
        <Box key={group[0]?.group} role="group" aria-labelledby={idOf(id, group[0]?.group ?? '')}>
          <Typography
            id={idOf(id, group[0]?.group ?? '')}
            role="presentation"
            variant="caption"
            color="textSecondary"
            sx={{ px: 1, pt: 0.5, display: 'block' }}
          >
            {group[0]?.group}
          </Typography>
          {group.map((item) => (
            <Stack
              key={item.key}
              ref={item === current ? keepInView : undefined}
              id={optionId(id, item)}
              role="option"
              aria-selected={item.key === current?.key}
              direction="row"
              // `gap`, because margins on all children would restyle the whole page.
              useFlexGap
              spacing={1.5}
              onMouseMove={() => onPoint(item)}
              onClick={() => onOpen(item)}
              sx={{
                px: 1,
                py: 0.75,
                minHeight: { xs: 44, md: 40 },
                alignItems: 'center',
                borderRadius: 1,
                cursor: 'pointer',
                ...(item === current && { bgcolor: 'action.selected' }),
              }}
            >
              <Icon name={item.icon} />
              <Typography sx={{ fontWeight: 600, flex: 'none', maxWidth: 'calc(100% - 32px)' }} noWrap>
                {item.label}
              </Typography>
              {/* The name keeps its width. */}
              <Typography color="textSecondary" noWrap>
                {item.detail}
              </Typography>
              {item.keys && (
                <Box
                  component="span"
                  aria-hidden
                  sx={{ ml: 'auto', display: { xs: 'none', md: 'block' }, flex: 'none' }}
                >
                  {item.keys.split(' ').map((key) => (
                    <ShortcutKey key={key} name={key} />
                  ))}
                </Box>
              )}
            </Stack>
          ))}
        </Box>
      ))}
    </Box>
  );
}

const same = (one: FinderItem | undefined, other: FinderItem | undefined) =>
  one === other || (one?.key === other?.key && one?.label === other?.label && one?.detail === other?.detail);

/** Memoised on the item keys: every search creates new items. */
export const ResultList = memo(
  AllResults,
  (before, after) =>
    before.id === after.id &&
    same(before.current, after.current) &&
    before.items.length === after.items.length &&
    before.items.every((it, index) => same(it, after.items[index])),
);
