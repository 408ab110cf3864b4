import Box from '@mui/material/Box';
import { BankName } from '#console/domain/client/bank-name.tsx';
import { MessageReach } from '#console/domain/client/no-messages.tsx';
import type { LooseOutput } from '#contract/operations.ts';
import { CopyNumber } from '#kit/ui/copy-button.tsx';
import { formatField } from '#kit/ui/format.tsx';
import { maskedNumber } from '#kit/ui/masked.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Section } from '#kit/ui/section.tsx';
import { dayText } from '#rules/day-text.ts';

/** The number, how to reach the client, and the account that is debited and paid with its last change, if the service returns that. */
export function ClientAccount({ client }: { client: LooseOutput<'clientList'> }) {
  const {
    ClientNumber,
    CellphoneNumber,
    AccountNumber,
    BankCode,
    EMail,
    BankDetailsChangedDate: at,
    BankDetailsChangedBy: by,
  } = client;
  return (
    <Section title="Account">
      <Muted>
        Client <CopyNumber name="client" text={ClientNumber ?? ''} />
      </Muted>
      {CellphoneNumber && (
        <Muted>
          Cellphone <CopyNumber name="cellphone" text={formatField('CellphoneNumber', CellphoneNumber)} />
        </Muted>
      )}
      {ClientNumber && <MessageReach client={ClientNumber} />}
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
