import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useSearchParam } from '#kit/address/address.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { grouped } from '#rules/sums.ts';
import { Avatar } from './avatar.tsx';
import { debitCents, type DeskRow } from './desk.ts';
import type { FollowUps } from './use-follow-ups.ts';
import { doneTodayText } from './where.ts';

/** This person's clients whose step of today is done, below those that are left. */
export function DoneToday(props: { rows: readonly DeskRow[]; follow: FollowUps; onOpen: (row: DeskRow) => void }) {
  const { rows, follow, onOpen } = props;
  const [, setMine] = useSearchParam('mine');
  const done = [
    ...grouped(
      rows.filter((it) => it.isDoneToday),
      (it) => it.ClientNumber ?? '',
    ),
  ];
  return (
    <>
      {done.length > 0 && (
        <Box component="section" aria-label="Done today" sx={{ mt: 1.5, color: 'text.secondary' }}>
          <Muted>Done today · {done.length}</Muted>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {done.map(([client, list]) => {
              const [row] = list;
              return (
                row && (
                  <Box
                    component="li"
                    key={client}
                    sx={{
                      display: 'flex',
                      gap: 2,
                      alignItems: 'center',
                      py: 0.75,
                      borderTop: 1,
                      borderColor: 'divider',
                    }}
                  >
                    <Link
                      component="button"
                      type="button"
                      color="inherit"
                      underline="hover"
                      onClick={() => onOpen(row)}
                      sx={{ font: 'inherit', flex: '1 1 0', minWidth: 0, textAlign: 'left' }}
                    >
                      {row.client}
                    </Link>
                    <MoneyText cents={debitCents(list)} />
                    <Box component="span" sx={{ display: 'flex', gap: 0.5, alignItems: 'center', flex: '1 1 0' }}>
                      <Icon name="done" size={16} /> {doneTodayText(follow.of(row))}
                    </Box>
                    {row.assignee && <Avatar name={row.assignee} />}
                  </Box>
                )
              );
            })}
          </Box>
        </Box>
      )}
      <Muted>
        Yours because they are assigned to you and due for a next step today.{' '}
        <Link component="button" type="button" color="inherit" onClick={() => setMine('')} sx={{ font: 'inherit' }}>
          Show everyone’s
        </Link>
      </Muted>
    </>
  );
}
