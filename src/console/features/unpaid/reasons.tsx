import { styled } from '@mui/material/styles';
import { reasonName } from '#console/domain/collections/reason.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import { reasonGroups } from '#rules/return-reasons.ts';
import { reasonParam, type GroupSum } from './desk.ts';

const List = styled('div')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    boxSizing: 'border-box',
    width: 240,
    padding: 8,
    border: `1px solid ${palette.divider}`,
    borderRadius: 8,
    background: palette.background.paper,
    '& > button': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: 8,
      width: '100%',
      minHeight: 32,
      alignItems: 'center',
      padding: '4px 10px',
      border: 0,
      borderRadius: 6,
      background: 'none',
      color: 'inherit',
      font: 'inherit',
      textAlign: 'left',
      cursor: 'pointer',
      '&:hover': { background: palette.action.hover },
      '&[data-group]': { marginTop: 8, fontWeight: 500 },
      // Not by colour alone.
      '&[aria-pressed=true]': {
        background: palette.action.selected,
        boxShadow: `inset 3px 0 ${palette.primary.main}`,
        fontWeight: 600,
      },
    },
    '& > p': { margin: '0 10px 4px', color: palette.text.secondary, fontSize: '0.75rem', lineHeight: 1.4 },
    '& span + span': { fontVariantNumeric: 'tabular-nums' },
  };
});

interface Props {
  groups: readonly GroupSum[];
  reason: string;
  /** Nothing is counted yet. */
  isLoading: boolean;
  onShow: (reason: string) => void;
}

/** Why the debits were returned, in the order of the chance to collect. A click filters. */
export function ReturnReasons({ groups, reason, isLoading, onShow }: Props) {
  const choice = (code: string, label: string, count: number, isGroup = false) => (
    <button
      key={code}
      type="button"
      data-group={isGroup ? '' : undefined}
      aria-pressed={reason === code}
      onClick={() => onShow(reason === code ? '' : code)}
    >
      <span>{label}</span>
      <span>{!isLoading && formatCount(count)}</span>
    </button>
  );
  const all = groups.reduce((sum, it) => sum + it.list.length, 0);
  return (
    <List role="group" aria-label="Reasons">
      {choice('', 'All reasons', all)}
      {groups.map(({ group, reasons, list }) => [
        choice(group, reasonGroups[group].label, list.length, true),
        <p key={`${group} advice`}>{reasonGroups[group].advice}</p>,
        ...reasons.map((it) => choice(reasonParam(it.code), reasonName(it.code), it.list.length)),
      ])}
    </List>
  );
}

export const reasonOptions = (groups: readonly GroupSum[]) =>
  groups.flatMap(({ group, reasons, list }) => [
    { code: group, label: `${reasonGroups[group].label} (${formatCount(list.length)})` },
    ...reasons.map((it) => ({
      code: reasonParam(it.code),
      label: `${reasonName(it.code)} (${formatCount(it.list.length)})`,
    })),
  ]);
