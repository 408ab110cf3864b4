import { put, useAddress } from '#console/kit/address/address.ts';
import { FieldFilters } from '#console/kit/form/field-filters.tsx';
import { fieldOf } from '#contract/fields.ts';
import { Chip } from './chip.tsx';

export function MoreFilters(props: { fieldNames: readonly string[]; problems: Record<string, string> }) {
  const { fieldNames, problems } = props;
  const [query] = useAddress();
  const set = fieldNames.filter((fieldName) => query.get(fieldName)).length;
  return (
    <Chip name="More filters" value={set > 0 ? String(set) : undefined} width={300}>
      {() => <FieldFilters fieldNames={fieldNames} problems={problems} />}
    </Chip>
  );
}

export function useSetFilters(fieldNames: readonly string[]): { text: string; remove(): void }[] {
  const [query, change] = useAddress();
  return fieldNames.flatMap((fieldName) => {
    const value = query.get(fieldName);
    if (!value) return [];
    const remove = () => change((now) => put(now, { [fieldName]: '' }));
    return [{ text: `${fieldOf(fieldName)?.label ?? fieldName} ${value}`, remove }];
  });
}
