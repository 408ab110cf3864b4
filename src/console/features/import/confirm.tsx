import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { areDryRunsOffered } from '#console/api/access.ts';
import { useTenant } from '#console/api/tenant.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { Modal } from '#kit/ui/modal.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { TableFrame } from '#kit/ui/plain-table.tsx';
import { countText, formatCount } from '#kit/ui/sums.ts';
import { weekdayText } from '#rules/day-text.ts';
import { formatCents } from '#rules/money.ts';
import type { ProblemGroup, SheetSummary } from '#sheet-engine/summary.ts';
import type { SheetLayout } from './columns.tsx';
import { kindCountText, type ImportKind } from './kinds.ts';

const shownDays = 8;
const rowWords = { one: 'row', many: 'rows' };
/** Enough to see how similar rows fare. */
const trialRows = 3;

/** `most` rows, all by default; `isWhole` sends nothing if a row would be refused. */
export interface SendHow {
  most?: number;
  isWhole?: boolean;
}

export function ConfirmImport(props: {
  kind: ImportKind;
  summary: SheetSummary;
  layout: SheetLayout;
  /** What the service has is read while this is open. */
  existing: { isReading: boolean; problem: string; read(): Promise<void> };
  onAllow(isAllowed: boolean): Promise<void>;
  onShow(problem: ProblemGroup): void;
  onHidden(areIncluded: boolean): Promise<void>;
  onClose(): void;
  onConfirm(how: SendHow): void;
}) {
  const { kind, summary, layout, existing, onAllow, onShow, onHidden, onClose, onConfirm } = props;
  const { ready, cents, days, withProblems, states, clients, hidden, existing: there } = summary;
  const { notImported = [], hiddenColumns = [] } = layout;
  const [isWhole, setWhole] = useState(false);
  const left = there.rows - there.allowed;
  const toFix = withProblems - left;
  const whyNotWhole =
    withProblems > 0
      ? 'All or nothing needs every row fixed or excluded first.'
      : clients.toAdd > 0
        ? 'We can’t check everything in advance, because these clients don’t exist yet.'
        : undefined;
  const isChecked = areDryRunsOffered(useTenant().merchant);
  const isTrialOffered = !isChecked && ready > trialRows && states.accepted === 0;
  return (
    <Modal label="Confirm the import" onClose={onClose}>
      <Stack spacing={2} sx={{ p: 3 }}>
        <Typography variant="h2">
          {kind.group === 'New' ? 'Add' : 'Change'} {kindCountText(ready, kind)}?
        </Typography>
        {existing.isReading && <Typography role="status">Looking up which {kind.many} are there already…</Typography>}
        {existing.problem && (
          <Notice tone="warning" action={<Button onClick={() => void existing.read()}>Try again</Button>}>
            We don’t know which {kind.many} are there already, so these may be saved twice. {existing.problem}.
          </Notice>
        )}
        {there.rows > 0 && (
          <Notice
            tone="warning"
            title={`${formatCount(there.rows)} of ${kindCountText(summary.rows - states.excluded, rowWords)} ${there.rows === 1 ? 'is' : 'are'} there already`}
          >
            <Box component="ul" aria-label="There already" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {summary.problems
                .filter((it) => it.isAllowable)
                .map((it) => (
                  <li key={it.message}>
                    {kindCountText(it.count, rowWords)}: {it.message}{' '}
                    <Button size="small" onClick={() => onShow(it)}>
                      Show {it.count === 1 ? 'it' : 'them'}
                    </Button>
                  </li>
                ))}
            </Box>
            <CheckBox
              label={`Send ${there.rows === 1 ? 'it' : 'them'} all the same; the money then moves twice`}
              isOn={there.allowed === there.rows}
              onChange={onAllow}
            />
          </Notice>
        )}
        {cents !== undefined && (
          <Typography>
            Total <strong>{formatCents(cents)}</strong>
          </Typography>
        )}
        {days.length > 0 && (
          <TableFrame label="By day" hasFigures sx={{ width: 'auto' }}>
            <tbody>
              {days.slice(0, shownDays).map((it) => (
                <tr key={it.day}>
                  <td>{weekdayText(it.day)}</td>
                  <td>{formatCount(it.count)}</td>
                  <td>{cents === undefined ? '' : formatCents(it.cents)}</td>
                </tr>
              ))}
            </tbody>
          </TableFrame>
        )}
        {days.length > shownDays && (
          <Typography color="textSecondary">
            and {countText(days.length - shownDays, ['more day', 'more days'])}
          </Typography>
        )}
        {clients.toAdd > 0 && (
          <Typography>
            {kindCountText(clients.toAdd, { one: 'new client', many: 'new clients' })} will be added first.
          </Typography>
        )}
        {toFix > 0 && (
          <Typography color="textSecondary">
            {kindCountText(toFix, { one: 'row needs', many: 'rows need' })} fixing and stay here.
          </Typography>
        )}
        {states.excluded > 0 && (
          <Typography color="textSecondary">
            {kindCountText(states.excluded, { one: 'row is', many: 'rows are' })} left out.
          </Typography>
        )}
        {hidden.rows > 0 && (
          <CheckBox
            label={`${kindCountText(hidden.rows, { one: 'row is', many: 'rows are' })} hidden in the workbook: include ${hidden.rows === 1 ? 'it' : 'them'}`}
            isOn={hidden.excluded < hidden.rows}
            onChange={onHidden}
          />
        )}
        {hiddenColumns.length > 0 && (
          <Typography>
            Hidden in the workbook, and imported: {hiddenColumns.map((it) => `“${it}”`).join(', ')}.
          </Typography>
        )}
        {notImported.length > 0 && (
          <Typography component="div" color="textSecondary">
            Not imported:
            <Box component="ul" aria-label="Not imported" sx={{ m: 0, pl: 2.5, maxHeight: 120, overflow: 'auto' }}>
              {notImported.map((it) => (
                <li key={it}>{it}</li>
              ))}
            </Box>
          </Typography>
        )}
        {isChecked && (
          <div>
            {whyNotWhole ? (
              <Muted>{whyNotWhole}</Muted>
            ) : (
              <CheckBox
                label="All or nothing: check every row first, and send none if one would be refused"
                isOn={isWhole}
                onChange={setWhole}
              />
            )}
          </div>
        )}
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'end' }}>
          <Button onClick={onClose}>Cancel</Button>
          {isTrialOffered && !existing.isReading && (
            <Button onClick={() => onConfirm({ most: trialRows })}>Only the first {trialRows}, as a trial</Button>
          )}
          <Button
            // Mounted again once it can be pressed, to have the focus.
            key={String(existing.isReading)}
            variant="contained"
            loading={existing.isReading}
            disabled={ready === 0}
            onClick={() => onConfirm({ isWhole })}
            autoFocus={!existing.problem && there.rows === 0}
          >
            {kind.group === 'New' ? 'Add' : 'Change'} {kindCountText(ready, kind)}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  );
}
