import { styled } from '@mui/material/styles';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { worthRetrying, type DeskRow } from './desk.ts';
import { useKept } from './kept.ts';
import type { useMessage } from './message.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  // Within reach of the thumb.
  [theme.breakpoints.down('md')]: {
    position: 'fixed',
    inset: 'auto 0 0',
    zIndex: theme.zIndex.appBar,
    padding: '8px 12px',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    background: theme.vars.palette.background.paper,
    '& > *': { flex: '1 1 auto', minWidth: 0 },
    '& button': { minHeight: 44, paddingInline: 8, lineHeight: 1.2, whiteSpace: 'normal' },
    '& > span > button': { width: '100%' },
  },
}));

/** What this person may do with unpaid debits. */
export function useMayFollowUp() {
  const mayCollect = useForbidden('instalmentCreate') === undefined;
  const mayMessage = useForbidden('templateSend') === undefined;
  return { mayCollect, isSelectable: mayCollect || mayMessage };
}

export function useCollect() {
  const { href } = useTenant();
  const navigate = useNavigate();
  const { keep } = useKept();
  return useCallback(
    (list: readonly DeskRow[]) => {
      keep({ collecting: list.map((it) => it.key), date: undefined, isSuggested: undefined, edits: {} });
      void navigate(href(links.collectAgain()) + location.search);
    },
    [href, navigate, keep],
  );
}

/**
 * With a selection, for the selected debits; else for all that match the filters and, to collect, are worth it. Debits
 * whose reason is against it are never among those that are collected with one click.
 */
export function Actions(props: {
  selected: readonly DeskRow[];
  shown: readonly DeskRow[];
  messaging: ReturnType<typeof useMessage>;
}) {
  const { selected, shown, messaging } = props;
  const collect = useCollect();
  const collected =
    selected.length > 0 ? selected.filter((it) => it.against === '' && !it.isPromised) : worthRetrying(shown);
  const against = selected.filter((it) => it.against !== '' && !it.isPromised).length;
  const messaged = (selected.length > 0 ? selected : shown).filter((it) => !it.isPromised);
  const clients = new Set(messaged.flatMap((it) => it.ClientNumber ?? [])).size;
  return (
    <Bar>
      {clients > 0 && (
        <ActionButton
          operation="templateSend"
          variant="outlined"
          loading={messaging.isPreparing}
          onClick={() => messaging.message(messaged)}
        >
          {clients === 1 ? 'Message 1 client' : `Message ${formatCount(clients)} clients`}
        </ActionButton>
      )}
      {collected.length > 0 && (
        <ActionButton
          operation="instalmentCreate"
          variant="contained"
          onClick={() => collect(selected.length > 0 ? selected.filter((it) => !it.isPromised) : collected)}
        >
          Collect {formatCount(collected.length)} again
        </ActionButton>
      )}
      {collected.length === 0 && against > 0 && (
        <ActionButton operation="instalmentCreate" variant="outlined" color="inherit" onClick={() => collect(selected)}>
          Collect anyway…
        </ActionButton>
      )}
    </Bar>
  );
}
