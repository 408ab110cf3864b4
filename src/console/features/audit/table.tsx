import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState, type ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { contractIdOf } from '#console/model/contract-id.ts';
import { Modal } from '#kit/ui/modal.tsx';
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

const actorText = ({ Actor }: AuditEntry): string =>
  [Actor.Name || 'Unknown', kinds[Actor.Kind], Actor.Id === Actor.Name ? '' : Actor.Id].filter(Boolean).join(' · ');

/** All that an entry says, next to the list. */
function EntryDrawer(props: { entry: AuditEntry; steps: ComponentProps<typeof Modal>['steps']; onClose(): void }) {
  const { entry, steps, onClose } = props;
  const { At, Action, Outcome, Context, Targets: targets = [], MoreTargets = 0 } = entry;
  const { timeZone } = useConfig();
  const { href } = useTenant();
  const page = targets[0] && pageOf(Action, targets[0]);
  const facts = [
    ['When', minuteText(wallTime(timeZone, new Date(At)))],
    ['Who', actorText(entry)],
    ['Result', outcomeTexts[Outcome] ?? Outcome],
    ['Records', [...targets.map(targetText), MoreTargets > 0 && `and ${MoreTargets} more`].filter(Boolean).join(', ')],
    ['What', detailLines(entry).join('\n')],
    ['From', Context?.Address],
    ['Signed in with', Context && signInText(Context)],
  ] as const;
  return (
    <Modal
      at="end"
      title={actionText(Action)}
      steps={steps}
      onClose={onClose}
      actions={
        page && (
          <Button variant="contained" component={RouterLink} to={href(page)}>
            Open record
          </Button>
        )
      }
    >
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: '128px minmax(0, 1fr)', columnGap: 2, rowGap: 1 }}
      >
        {facts.map(
          ([label, value]) =>
            value && (
              <Box key={label} sx={{ display: 'contents' }}>
                <Muted component="dt">{label}</Muted>
                <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                  {value}
                </Box>
              </Box>
            ),
        )}
      </Box>
    </Modal>
  );
}

export function EntryTable({ entries }: { entries: readonly AuditEntry[] }) {
  const [openSequence, setOpen] = useState<AuditEntry['Sequence']>();
  const at = entries.findIndex((it) => it.Sequence === openSequence);
  const entry = entries[at];
  const stepTo = (by: -1 | 1) => {
    const to = entries[at + by];
    return to && (() => setOpen(to.Sequence));
  };
  return (
    <>
      <Entries entries={entries} onOpen={(it) => setOpen(it.Sequence)} />
      {entry && (
        <EntryDrawer
          entry={entry}
          steps={{ labels: ['Previous entry', 'Next entry'], to: [stepTo(-1), stepTo(1)] }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function Entries({ entries, onOpen }: { entries: readonly AuditEntry[]; onOpen(entry: AuditEntry): void }) {
  const { timeZone } = useConfig();
  return (
    <Box sx={{ overflowX: 'auto', '& td, & th': { verticalAlign: 'top', py: { sm: '8px' } } }}>
      <PlainTable
        label="Audit entries"
        hasCards
        columns={columns}
        rows={entries.map((entry) => {
          const { Sequence, At, Actor, Action, Outcome, Targets: targets = [], MoreTargets = 0 } = entry;
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
                <Link
                  component="button"
                  type="button"
                  color="inherit"
                  sx={{ font: 'inherit' }}
                  onClick={() => onOpen(entry)}
                >
                  {actionText(Action)}
                </Link>
                {detailLines(entry).map((line, index) => (
                  <Muted key={index} component="div">
                    {line}
                  </Muted>
                ))}
              </>,
              <Targets key="of" action={Action} targets={targets} more={MoreTargets} />,
              outcomeTexts[Outcome] ?? Outcome,
            ],
          };
        })}
      />
    </Box>
  );
}
