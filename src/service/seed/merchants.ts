/** All invented: 1001 has a year of history, payouts and changes of 1014 need a second person, 1016 has nothing yet, the rest are small. */
export const sandboxMerchants: { number: string; name: string }[] = [
  { number: '1001', name: 'Umthombo Home Finance' },
  { number: '1002', name: 'Kareeberg Funeral Cover' },
  { number: '1003', name: 'Blue Crane Gyms' },
  { number: '1004', name: 'Sizanani Education Trust' },
  { number: '1005', name: 'Tafelzicht Fibre' },
  { number: '1006', name: 'Lesedi Solar Rentals' },
  { number: '1007', name: 'Vaal Bend Armed Response' },
  { number: '1008', name: 'Imbali Medical Plans' },
  { number: '1009', name: 'Protea Ridge Levies' },
  { number: '1010', name: 'Marula Vehicle Finance' },
  { number: '1011', name: 'Thuto Private Schools' },
  { number: '1012', name: 'Karoo Pet Insurance' },
  { number: '1013', name: 'Ubuntu Savings Club' },
  { number: '1014', name: 'Baobab Furniture Stores' },
  { number: '1015', name: 'Silver Tree Cellular' },
  { number: '1016', name: 'Nkanyezi Water Coolers' },
];

/** Its payouts and changes need a second person. */
export const approvalMerchant = '1014';

/** The clients, contracts and payout contracts of a merchant in a product; `sample` names the merchant that has the same. */
export interface SampleBook {
  merchant: string;
  sample: string;
  product: 'EFT' | 'DEBICHECK';
  clients: number;
  contracts: number;
  payouts: number;
}

export const smallBooks = (merchant: string, sample = merchant): SampleBook[] => [
  { merchant, sample, product: 'EFT', clients: 10, contracts: 13, payouts: 2 },
  { merchant, sample, product: 'DEBICHECK', clients: 10, contracts: 12, payouts: 2 },
];

const large = { merchant: '1001', sample: '1001' };

export const sandboxBooks: SampleBook[] = [
  { ...large, product: 'EFT', clients: 1050, contracts: 1300, payouts: 90 },
  { ...large, product: 'DEBICHECK', clients: 950, contracts: 1200, payouts: 60 },
  ...sandboxMerchants.slice(1, -1).flatMap(({ number }) => smallBooks(number)),
];
