import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import { accountsOf, setAccounts } from '#console/session/journal-accounts.ts';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { usualAccounts, type Accounts } from './journal.ts';

const labels: Record<keyof Accounts, string> = {
  bank: 'Bank account',
  transit: 'Debit orders in transit',
  debtors: 'Debtors',
  creditors: 'Creditors',
  charges: 'Bank charges',
  suspense: 'Suspense',
  xeroTaxRate: 'Tax rate in Xero',
};

/** The account codes of the journal, asked once and remembered in this browser. */
export function AccountFields() {
  const tenant = useTenant();
  const [accounts, set] = useState<Accounts>(() => accountsOf(tenant, usualAccounts));
  const change = (name: keyof Accounts, value: string) => {
    const next = { ...accounts, [name]: value };
    set(next);
    setAccounts(tenant, next);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, minmax(0, 1fr))' } }}>
      {(Object.keys(labels) as (keyof Accounts)[]).map((name) => (
        <PlainInput
          key={name}
          label={labels[name]}
          value={accounts[name]}
          maxLength={60}
          onChange={(event) => change(name, event.target.value)}
        />
      ))}
    </Box>
  );
}
