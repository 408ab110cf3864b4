import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { contractIdOf } from '#console/model/contract-id.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { minuteText } from '#rules/day-text.ts';
import { wallTime } from '#rules/wall-time.ts';
import {
  actionText,
  detailLines,
  isOfPayouts,
  outcomeTexts,
  signInText,
  targetText,
  type AuditEntry,
  type AuditTarget,
} from './entries.ts';

const kinds: Readonly<Record<string, string>> = { program: 'Program', service: 'Service', operator: 'Operator' };

const columns = [
  { label: 'When' },
  { label: 'Who' },
  { label: 'What', isHead: true },
  { label: 'Record' },
  { label: 'Result' },
  { label: 'From', isWide: true },
];

function pageOf(action: string, target: AuditTarget): string | undefined {
  if (target.ClientNumber) return links.client(target.ClientNumber);
  const contract = contractIdOf(target);
  return contract && (isOfPayouts(action) ? links.payoutContract(contract) : links.contract(contract));
}

function Targets({ action, targets, more }: { action: string; targets: readonly AuditTarget[]; more: number }) {
  const { href } = useTenant();
  const [first] = targets;
  const page = first && pageOf(action, first);
  if (!page) return null;
  const rest = targets.length - 1 + more;
  return (
    <>
      <Link component={RouterLink} to={href(page)}>
        {targetText(first)}
      </Link>
      {rest > 0 && <small>and {rest} more</small>}
    </>
  );
}

export function EntryTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { timeZone } = useConfig();
  return (
    <Box sx={{ overflowX: 'auto', '& td, & th': { verticalAlign: 'top', py: { sm: '8px' } } }}>
      <PlainTable
        label="Audit entries"
        hasCards
        columns={columns}
        rows={entries.map((entry) => {
          const { Sequence, At, Actor, Action, Outcome, Context, Targets: targets = [], MoreTargets = 0 } = entry;
          const kind = kinds[Actor.Kind];
          return {
            key: Sequence,
            cells: [
              <Box key="at" component="span" sx={{ whiteSpace: { sm: 'nowrap' } }}>
                {minuteText(wallTime(timeZone, new Date(At)))}
              </Box>,
              <>
                {Actor.Name || 'Unknown'}
                <small>{[kind, Actor.Id === Actor.Name ? '' : Actor.Id].filter(Boolean).join(' · ')}</small>
              </>,
              <>
                {actionText(Action)}
                {detailLines(entry).map((line, index) => (
                  <Muted key={index} component="div">
                    {line}
                  </Muted>
                ))}
              </>,
              <Targets key="of" action={Action} targets={targets} more={MoreTargets} />,
              outcomeTexts[Outcome] ?? Outcome,
              <>
                {Context?.Address}
                <small>{Context && signInText(Context)}</small>
              </>,
            ],
          };
        })}
      />
    </Box>
  );
}
