import Typography from '@mui/material/Typography';
import { useMerchantName } from '#console/api/access.ts';
import { useTenant } from '#console/api/tenant.ts';
import { useContractPhrases } from '#console/domain/contract/names.ts';
import { whole } from '#console/kit/ui/sums.ts';
import { segmentOfRecord } from '#console/model/contract-id.ts';
import type { MoneyItem } from '../item.ts';
import type { MoneyItemResource } from '../resource.ts';

/** Whose items are changed. */
export function Scope({ list, resource }: { list: readonly MoneyItem[]; resource: MoneyItemResource }) {
  const { merchant, product } = useTenant();
  const name = useMerchantName(merchant);
  const contracts = new Set(list.map(segmentOfRecord)).size;
  const phraseOf = useContractPhrases(resource.contracts);
  const [first] = list;
  return (
    <Typography color="textSecondary">
      {contracts === 1 && first ? phraseOf(first) : `${whole(contracts)} contracts`}, merchant {merchant}
      {name && ` (${name})`}, product {product}.
    </Typography>
  );
}
