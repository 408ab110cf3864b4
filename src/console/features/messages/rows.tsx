import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { CellInput } from '#console/kit/form/cell-input.ts';
import { DeliveryStatusMark, MessageDetails, reasonOf } from './delivery-status.tsx';
import { isSettled, type Recipient } from './draft.ts';

const Td = styled('td')({});

// Rows on wide screens, labelled cards on a phone; roles keep it a table.
const Row = styled('tr')(({ theme }) => ({
  '&& > td': { verticalAlign: 'top', padding: '6px 8px' },
  // Aligned with the text of the inputs.
  '&& > td[data-text]': { paddingTop: 12 },
  [theme.breakpoints.down('md')]: {
    display: 'grid',
    gap: 4,
    padding: '12px 0',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    '&& > td': {
      display: 'grid',
      gridTemplateColumns: '92px minmax(0, 1fr)',
      gap: 8,
      alignItems: 'start',
      padding: 0,
      border: 0,
      textAlign: 'left',
    },
    '&& > td[data-text]': { paddingTop: 0 },
    '& > td::before': {
      content: 'attr(data-label)',
      color: theme.vars.palette.text.secondary,
      fontSize: '0.8125rem',
      lineHeight: '32px',
    },
    '& > td[data-text]::before': { lineHeight: 1.6 },
  },
}));

/** The number input of a recipient, if its row is on this page. */
export const rowInput = (recipient: Recipient | undefined): HTMLElement | null =>
  recipient ? document.querySelector(`[aria-describedby="row-${recipient.id}"]`) : null;

/** Moves the focus from a removed row to the next removable one, or to the input for new recipients. */
function focusBeside(button: Element): void {
  const row = button.closest('tr');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = beside?.querySelector<HTMLElement>('[data-remove]:not(:disabled)');
  (next ?? document.getElementById('message-list'))?.focus();
}

/** Editable until sent. */
export function RecipientRow({
  row,
  recipient,
  problems,
  notes,
  values,
  shared,
  hasOwnId,
  onChange,
  onRemove,
  onPreview,
}: {
  /** From 1. */
  row: number;
  recipient: Recipient;
  problems: readonly string[];
  notes: readonly string[];
  values: readonly string[];
  /** The common values, as placeholders. */
  shared: readonly string[];
  hasOwnId: boolean;
  onChange: (change: Partial<Recipient>) => void;
  onRemove: () => void;
  onPreview: () => void;
}) {
  const { href } = useTenant();
  const { attempt, client, fields } = recipient;
  const isLocked = isSettled(recipient);
  const about = `row-${recipient.id}`;
  const setValue = (position: number, value: string) =>
    onChange({ values: values.map((_, at) => (at === position ? value : (recipient.values?.[at] ?? ''))) });
  return (
    <Row role="row">
      <Td role="cell" data-number="" data-label="Row" data-text="">
        {row}
      </Td>
      <Td role="cell" data-label="Number" style={{ minWidth: 150 }}>
        <div>
          <CellInput
            aria-label={`Number of row ${row}`}
            aria-invalid={problems.length > 0}
            aria-describedby={about}
            inputMode="tel"
            autoComplete="off"
            value={recipient.to}
            disabled={isLocked}
            onChange={({ target }) => onChange({ to: target.value })}
          />
          <div id={about}>
            {problems.map((it) => (
              <Typography key={it} component="div" variant="caption" sx={{ color: 'error.main', maxWidth: 240 }}>
                {it}
              </Typography>
            ))}
            {notes.map((it) => (
              <Typography key={it} component="div" variant="caption" color="textSecondary" sx={{ maxWidth: 240 }}>
                {it}
              </Typography>
            ))}
          </div>
        </div>
      </Td>
      <Td role="cell" data-label="Client" data-text="">
        {client ? (
          <Link component={RouterLink} to={href(links.client(client))} underline="always">
            {fields?.ClientName ?? client}
          </Link>
        ) : (
          '—'
        )}
      </Td>
      {hasOwnId && (
        <Td role="cell" data-label="Message ID">
          <CellInput
            aria-label={`Message ID of row ${row}`}
            autoComplete="off"
            maxLength={200}
            value={recipient.ownId ?? ''}
            placeholder="Created automatically"
            disabled={isLocked}
            onChange={({ target }) => onChange({ ownId: target.value })}
          />
        </Td>
      )}
      {values.map((_, position) => (
        <Td key={position} role="cell" data-label={`Value {{${position + 1}}}`}>
          <CellInput
            aria-label={`Value {{${position + 1}}} of row ${row}`}
            autoComplete="off"
            value={recipient.values?.[position] ?? ''}
            placeholder={shared[position]}
            disabled={isLocked}
            onChange={({ target }) => setValue(position, target.value)}
          />
        </Td>
      ))}
      <Td role="cell" data-label="Status" data-text="" style={{ minWidth: 150 }}>
        <div>
          {attempt ? <DeliveryStatusMark deliveryStatus={attempt.deliveryStatus} /> : 'Not sent'}
          {attempt && (
            <Typography
              component="div"
              variant="caption"
              color="textSecondary"
              sx={{ maxWidth: 260, overflowWrap: 'anywhere' }}
            >
              {reasonOf(attempt)}
              <MessageDetails {...attempt} />
            </Typography>
          )}
        </div>
      </Td>
      <Td role="cell" data-label="" style={{ whiteSpace: 'nowrap' }}>
        <div>
          <Button size="small" onClick={onPreview} aria-label={`Preview row ${row}`} sx={{ minWidth: 0 }}>
            Preview
          </Button>
          <Button
            size="small"
            color="inherit"
            data-remove=""
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget);
              onRemove();
            }}
            disabled={attempt?.deliveryStatus === 'sending'}
            aria-label={`Remove row ${row}`}
            sx={{ minWidth: 0 }}
          >
            Remove
          </Button>
        </div>
      </Td>
    </Row>
  );
}
