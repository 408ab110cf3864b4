import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { deliveryStatuses } from '#console/domain/status/delivery.tsx';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';
import { Hidden } from '#kit/ui/hidden.tsx';
import { TableFrame } from '#kit/ui/plain-table.tsx';
import { PageSteps } from '#kit/ui/step.tsx';
import { countText } from '#kit/ui/sums.ts';
import type { Check } from './check.ts';
import { deliveryStatusOfRow } from './delivery-status.tsx';
import { isSettled, placeholderValues, type Chosen, type MessageDraft, type Recipient } from './draft.ts';
import { RecipientRow } from './rows.tsx';
import { placeholderHeadings } from './suggested-values.ts';
import { focusTo } from './to.tsx';
import { EveryoneRow } from './values.tsx';

const pageSize = 25;

export function MessageRecipients(props: {
  draft: MessageDraft;
  chosen: Chosen;
  checks: ReadonlyMap<string, Check>;
  /** Sending was attempted, so missing values are reported. */
  isChecked: boolean;
  onChange: (recipients: Recipient[]) => void;
  /** The recipient in the preview. */
  at: number;
  onPreview: (index: number) => void;
}) {
  const { draft, chosen, checks, isChecked, onChange, at, onPreview } = props;
  const headings = placeholderHeadings(chosen.text, chosen.count);
  const [only, setOnly] = useState('');
  const [page, setPage] = useState(0);
  const recipients = draft.recipients ?? [];
  const hasStatus = recipients.some((it) => it.attempt);
  const problemsOf = (recipient: Recipient): string[] => {
    const { problems = [], missing = [] } = (isSettled(recipient) ? undefined : checks.get(recipient.id)) ?? {};
    const empty = missing.map((position) => headings[position - 1]).join(', ');
    return isChecked && empty ? [...problems, `Without a value: ${empty}.`] : problems;
  };
  const kindOf = (recipient: Recipient): string =>
    problemsOf(recipient).length > 0 ? 'wrong' : deliveryStatusOfRow(recipient);
  const kinds = new Set(recipients.map(kindOf));
  const labels: Record<string, string> = {
    wrong: 'Needs fixing',
    open: 'Not sent',
    ...Object.fromEntries(Object.entries(deliveryStatuses).map(([code, { label }]) => [code, label])),
  };
  // An empty filter shows everything.
  const shown = recipients
    .map((recipient, index) => ({ recipient, index }))
    .filter(({ recipient }) => !kinds.has(only) || kindOf(recipient) === only);
  const pages = Math.max(1, Math.ceil(shown.length / pageSize));
  const current = Math.min(page, pages - 1);

  return (
    <Stack spacing={1.5}>
      <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography aria-live="polite" sx={{ fontWeight: 600 }}>
          {countText(recipients.length, ['recipient', 'recipients'])}
        </Typography>
        {kinds.size > 1 && (
          <ChoiceFilter
            label="Show"
            value={kinds.has(only) ? only : ''}
            options={[...kinds].map((code) => ({ code, label: labels[code] ?? code }))}
            onChange={(kind) => {
              setOnly(kind);
              setPage(0);
            }}
          />
        )}
        <Button
          size="small"
          color="inherit"
          onClick={() => {
            const kept = recipients.filter(isSettled);
            // The button disappears with the last row.
            if (kept.length === 0) focusTo();
            onChange(kept);
          }}
        >
          Remove unsent
        </Button>
      </Stack>
      <TableFrame
        label="Recipients"
        maxHeight="none"
        role="table"
        sx={{
          display: { xs: 'block', md: 'table' },
          '& > thead': { display: { xs: 'none', md: 'table-header-group' } },
          '& > tbody': { display: { xs: 'block', md: 'table-row-group' } },
        }}
      >
        <thead>
          <tr>
            <th scope="col" data-number="">
              #
            </th>
            <th scope="col">To</th>
            {draft.hasOwnIds && <th scope="col">Message ID</th>}
            {headings.map((heading) => (
              <th scope="col" key={heading}>
                {heading}
              </th>
            ))}
            {hasStatus && <th scope="col">Status</th>}
            <th scope="col">
              <Hidden>Actions</Hidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {recipients.length > 1 && headings.length > 0 && (
            <EveryoneRow headings={headings} hasOwnIds={draft.hasOwnIds} hasStatus={hasStatus} />
          )}
          {shown.slice(current * pageSize, (current + 1) * pageSize).map(({ recipient, index }) => (
            <RecipientRow
              key={recipient.id}
              row={index + 1}
              recipient={recipient}
              problems={problemsOf(recipient)}
              notes={isSettled(recipient) || recipient.client ? [] : (checks.get(recipient.id)?.notes ?? [])}
              headings={headings}
              isShown={index === at}
              shared={placeholderValues(draft, { ...recipient, values: undefined }, chosen.count)}
              hasOwnId={draft.hasOwnIds}
              hasStatus={hasStatus}
              onChange={(change) =>
                onChange(recipients.map((it) => (it.id === recipient.id ? { ...it, ...change } : it)))
              }
              onRemove={() => onChange(recipients.filter((it) => it.id !== recipient.id))}
              onPreview={() => onPreview(index)}
            />
          ))}
        </tbody>
      </TableFrame>
      <PageSteps page={current} pageSize={pageSize} count={shown.length} onPage={setPage} />
    </Stack>
  );
}
