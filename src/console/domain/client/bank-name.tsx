import { useBanks } from '#console/api/lookups.ts';
import { formatField } from '#kit/ui/format.tsx';

/** `Capitec Bank, 470010`: a branch's name often includes its bank's. */
export function BankName({ bank, branch }: { bank?: number | null; branch?: number | null }) {
  const { bankLabel, branchLabel } = useBanks();
  const bankName = bank == null ? undefined : bankLabel(bank, branch);
  const branchName = branch == null ? undefined : (branchLabel(bank, branch) ?? formatField('BranchCode', branch));
  const parts = bankName && branchName?.startsWith(bankName) ? [branchName] : [bankName, branchName];
  return <>{parts.filter(Boolean).join(', ')}</>;
}
