import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { DeliveryStatusMark } from '#console/domain/status/delivery.tsx';
import { CellInput } from '#kit/form/cell-input.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { MessageDetails, deliveryReason } from './delivery-status.tsx';
import { isSettled, type Recipient } from './draft.ts';
import { MessageRow, MessageCell } from './row-frame.ts';
import { focusTo } from './to.tsx';
import { ValueInput } from './values.tsx';

/** The input of a recipient to correct or to fill in, if its row is on this page. */
export function rowInput(recipient: Recipient | undefined): HTMLElement | undefined {
  const row = recipient && document.getElementById(`row-${recipient.id}`)?.closest('tr');
  const inputs = [...(row?.querySelectorAll('input') ?? [])];
  return inputs.find((it) => it.ariaInvalid === 'true') ?? inputs.find((it) => it.value === '') ?? inputs[0];
}

/** Moves the focus from a removed row to the next removable one, or to the input for new recipients. */
function focusBeside(button: Element): void {
  const row = button.closest('tr');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = beside?.querySelector<HTMLElement>('[data-remove]:not(:disabled)');
  if (next) next.focus();
  else focusTo();
}

/** Editable until sent. */
export function RecipientRow(props: {
  /** From 1. */
  row: number;
  recipient: Recipient;
  problems: readonly string[];
  notes: readonly string[];
  headings: readonly string[];
  /** The values without the recipient's own: filled from their records, or the same for all. */
  shared: readonly string[];
  /** In the preview. */
  isShown: boolean;
  hasOwnId: boolean;
  hasStatus: boolean;
  onChange: (change: Partial<Recipient>) => void;
  onRemove: () => void;
  onPreview: () => void;
}) {
  const { row, recipient, problems, notes, headings, shared, isShown, hasOwnId, hasStatus } = props;
  const { onChange, onRemove, onPreview } = props;
  const { href } = useTenant();
  const { attempt, client, fields } = recipient;
  const isLocked = isSettled(recipient);
  // A client's number is corrected in place only where it is wrong.
  const isOwnNumber = client !== undefined && problems.length === 0 && fields?.CellphoneNumber === recipient.to;
  const about = `row-${recipient.id}`;
  const setValue = (position: number, value: string) =>
    onChange({ values: headings.map((_, at) => (at === position ? value : (recipient.values?.[at] ?? ''))) });
  return (
    <MessageRow role="row" onFocus={onPreview} data-shown={isShown ? '' : undefined}>
      <MessageCell role="cell" data-number="" data-label="Row" data-text="">
        {row}
      </MessageCell>
      <MessageCell role="cell" data-label="To" data-text={isOwnNumber ? '' : undefined} style={{ minWidth: 140 }}>
        <div>
          {client && (
            <Link component={RouterLink} to={href(links.client(client))} underline="hover" sx={{ fontWeight: 500 }}>
              {fields?.ClientName ?? client}
            </Link>
          )}
          {isOwnNumber ? (
            <Muted component="div">{recipient.to}</Muted>
          ) : (
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
          )}
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
      </MessageCell>
      {hasOwnId && (
        <MessageCell role="cell" data-label="Message ID">
          <CellInput
            aria-label={`Message ID of row ${row}`}
            autoComplete="off"
            maxLength={200}
            value={recipient.ownId ?? ''}
            placeholder="Created automatically"
            disabled={isLocked}
            onChange={({ target }) => onChange({ ownId: target.value })}
          />
        </MessageCell>
      )}
      {headings.map((heading, position) => (
        <MessageCell key={position} role="cell" data-label={heading}>
          <ValueInput
            label={`${heading} of row ${row}`}
            own={recipient.values?.[position] ?? ''}
            filled={shared[position] ?? ''}
            isLocked={isLocked}
            onChange={(value) => setValue(position, value)}
          />
        </MessageCell>
      ))}
      {hasStatus && (
        <MessageCell role="cell" data-label="Status" data-text="" style={{ minWidth: 150 }}>
          <div>
            {attempt ? <DeliveryStatusMark deliveryStatus={attempt.deliveryStatus} /> : 'Not sent'}
            {attempt && (
              <Typography
                component="div"
                variant="caption"
                color="textSecondary"
                sx={{ maxWidth: 260, overflowWrap: 'anywhere' }}
              >
                {deliveryReason(attempt)}
                <MessageDetails {...attempt} />
              </Typography>
            )}
          </div>
        </MessageCell>
      )}
      <MessageCell role="cell" data-label="" style={{ whiteSpace: 'nowrap' }}>
        <div>
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
            sx={{ minWidth: 28, px: 0 }}
          >
            <Icon name="close" size={16} />
          </Button>
        </div>
      </MessageCell>
    </MessageRow>
  );
}
