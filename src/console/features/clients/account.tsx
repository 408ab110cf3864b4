import Box from '@mui/material/Box';
import { BankName } from '#console/domain/client/bank-name.tsx';
import type { LooseOutput } from '#contract/operations.ts';
import { CopyNumber } from '#kit/ui/copy-button.tsx';
import { maskedNumber } from '#kit/ui/masked.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Section } from '#kit/ui/section.tsx';
import { dayText } from '#rules/day-text.ts';

/** The account that is debited and paid, when it last changed, if the service returns that, and the email address. */
export function ClientAccount({ client }: { client: LooseOutput<'clientList'> }) {
  const { AccountNumber, BankCode, EMail, BankDetailsChangedDate: at, BankDetailsChangedBy: by } = client;
  return (
    <Section title="Account">
      <Box sx={{ minHeight: 20 }}>
        <BankName bank={BankCode} /> {AccountNumber == null ? '—' : maskedNumber(String(AccountNumber))}
      </Box>
      {at !== undefined && (
        <Muted>
          {at ? `Bank details changed ${dayText(at)}${by ? ` by ${by}` : ''}` : 'Bank details never changed'}
        </Muted>
      )}
      {EMail && (
        <Muted sx={{ overflowWrap: 'anywhere' }}>
          <CopyNumber name="email" text={EMail} />
        </Muted>
      )}
    </Section>
  );
}
