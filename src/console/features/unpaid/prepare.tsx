import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { useForbidden } from '#console/api/permission.ts';
import { useClientNames } from '#console/domain/client/names/names.ts';
import { useContractPhrases } from '#console/domain/contract/names.ts';
import { atBankText } from '#console/domain/money-item/attempts.ts';
import { FormActions } from '#console/domain/write/form-actions.tsx';
import { LeaveDialog } from '#console/domain/write/leave-dialog.tsx';
import { TenantLine } from '#console/domain/write/tenant-line.tsx';
import { Outcome } from '#console/kit/outcome/outcome.tsx';
import { Forbidden } from '#console/kit/ui/forbidden.tsx';
import { Notice } from '#console/kit/ui/notice.tsx';
import { RunProgress } from '#console/kit/ui/run-progress.tsx';
import { SaveButton } from '#console/kit/ui/save-button.tsx';
import { countText } from '#console/kit/ui/sums.ts';
import { useToday } from '#console/session/today.ts';
import { dayText } from '#rules/day-text.ts';
import { useComing } from './coming.ts';
import { debitName, type DeskRow } from './desk.ts';
import { countAndSum, daysText, useFinish } from './finish.tsx';
import { cellsOf } from './prepare-row.tsx';
import { PrepareTable } from './prepare-table.tsx';
import { isOpen, problemOf, usePrepared, type Row } from './prepared.ts';
import { DateForAll, Warnings } from './warnings.tsx';

export function Prepare(props: {
  list: readonly DeskRow[];
  /** Chosen debits that are not in the period any more. */
  missing: number;
  from: string;
  back: string;
}) {
  const { missing, from, back } = props;
  // The debits are refetched behind it.
  const [list] = useState(props.list);
  const today = useToday();
  const prepared = usePrepared(list, from);
  const { rows, lastDay, sending } = prepared;
  const { write, round, isSending } = sending;
  const { isDone, isFinished } = useFinish(prepared, back);
  // Until the next page has loaded, this one stays as it was sent.
  const isBusy = isSending || isDone;
  const coming = useComing(prepared);
  const tries = useMemo(
    () => new Map(list.map((it) => [it.key, it.tries > 1 ? `Tried ${it.tries} times since ${dayText(from)}` : ''])),
    [list, from],
  );
  const nameOf = useClientNames();
  const phraseOf = useContractPhrases();
  const why = useForbidden('instalmentCreate');
  const clientOf = ({ unpaid }: Row) => nameOf(unpaid.ClientNumber) ?? unpaid.ClientNumber ?? '';
  const open = rows.filter((it) => isOpen(it) && !prepared.excludedBy(it));
  const left = rows.filter(({ state }) => isDone || state !== 'accepted');
  const problems = new Map(open.map((it) => [it.unpaid.key, problemOf(it, today, lastDay)]));
  const wrong = [...problems.values()].filter(Boolean).length;
  const isUnknown = rows.some((it) => it.state === 'unknown');
  const mayCreate = open.length > 0 && !why && wrong === 0 && !isUnknown && !prepared.isReading && !isSending;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !mayCreate) return;
    event.preventDefault();
    prepared.send();
  };

  return (
    <Stack spacing={2} component="section" aria-label="New instalments" onKeyDown={onKeyDown}>
      {why && <Forbidden operation="instalmentCreate" />}
      {missing > 0 && (
        <Notice tone="info">
          {countText(missing, ['selected debit is', 'selected debits are'])} not unpaid in this period any more.
        </Notice>
      )}
      {!isDone && <DateForAll prepared={prepared} />}
      {!isDone && <Warnings prepared={prepared} open={open} coming={coming} />}
      {round && isSending && (
        <RunProgress
          label="Instalments sent"
          done={round.sent}
          total={round.total}
          text="sent"
          stop={round.sent < round.total && { label: 'Stop', act: sending.stop }}
        />
      )}
      {round && round.items.length > 0 && !isSending && !isFinished() && (
        <Outcome
          operation="instalmentCreate"
          sent={round.items}
          result={{ results: round.results, api: write.data?.api }}
          error={round.error}
          isOfMany
          nameOf={phraseOf}
        />
      )}
      {isUnknown && !isSending && (
        <Button variant="outlined" sx={{ alignSelf: 'start' }} onClick={prepared.sendAgain}>
          Ask again
        </Button>
      )}
      {/* What is stored must not be changed and sent again. */}
      <Box inert={isDone}>
        <PrepareTable
          rows={left}
          cellsOf={(row) => {
            const { key } = row.unpaid;
            const isThis = (it: Row) => it.unpaid.key === key;
            return cellsOf({
              row,
              name: debitName({ ...row.unpaid, client: clientOf(row) }),
              client: clientOf(row),
              coming: coming.textOf(row),
              isTwice: coming.isTwice(row),
              isOwnDate: row.date !== prepared.all,
              against: prepared.againstOf(row),
              tried: tries.get(key) ?? '',
              atBank: atBankText(prepared.atBankOf(row)),
              isWrong: problems.get(key) !== undefined,
              since: (!isDone && prepared.followedOf(row)?.text) || '',
              onChange: (fields) => prepared.changeWhere(isThis, () => fields),
              onRemove: () => prepared.remove(new Set([key])),
            });
          }}
        />
      </Box>
      <FormActions>
        <Box
          role="status"
          sx={{ flex: { xs: '1 1 100%', sm: '1 1 260px' }, alignSelf: 'center', fontVariantNumeric: 'tabular-nums' }}
        >
          {open.length > 0 && !isSending && (
            <>
              <TenantLine>
                {countAndSum(open)}
                {wrong === 0 && `, on ${daysText(open)}`}.
              </TenantLine>
              {wrong > 0 && (
                <Typography variant="body2" color="error">
                  {countText(wrong, ['row needs', 'rows need'])} a date after today and an amount.
                </Typography>
              )}
            </>
          )}
          {open.length === 0 && rows.length > 0 && !isBusy && 'Nothing is left to send.'}
        </Box>
        {!isDone && (
          <Button component={Link} to={back}>
            Cancel
          </Button>
        )}
        {(open.length > 0 || isBusy) && (
          <SaveButton
            isSaving={isBusy}
            saving="Creating…"
            disabled={!mayCreate}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={prepared.send}
          >
            Create {countText(open.length, ['instalment', 'instalments'])}
          </SaveButton>
        )}
      </FormActions>
      <LeaveDialog isKept isBlocking={() => (prepared.isChanged || isSending) && !isFinished() && left.length > 0} />
    </Stack>
  );
}
