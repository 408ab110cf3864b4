/** Given names and surnames that go together; people are combinations of them, none of them real. */
interface Names {
  women: string[];
  men: string[];
  surnames: string[];
}

const names = (women: string, men: string, surnames: string): Names => ({
  women: women.split(', '),
  men: men.split(', '),
  surnames: surnames.split(', '),
});

/** By language group: Zulu, Xhosa, Sotho, Tswana, Pedi, Tsonga, Venda, Afrikaans, English, Indian languages, Cape. */
export const peopleNames: Names[] = [
  names(
    'Nomvula, Thandeka, Zanele, Nonhlanhla, Lindiwe, Ntombi, Sibongile, Hlengiwe, Ayanda, Nokuthula, Busisiwe, Thobile',
    'Sipho, Bongani, Themba, Mandla, Sandile, Nkosinathi, Siyabonga, Mthokozisi, Jabulani, Sifiso, Thulani, Vusi',
    'Dlamini, Nkosi, Zulu, Khumalo, Mkhize, Ndlovu, Buthelezi, Ngcobo, Cele, Hadebe, Mthembu, Zungu, Shabalala, Ntuli',
  ),
  names(
    'Nomfundo, Thandi, Lulama, Nosipho, Zukiswa, Noluthando, Bulelwa, Siphokazi, Yoliswa, Akhona, Unathi, Nandipha',
    'Luthando, Mzwandile, Andile, Thabo, Sizwe, Lwazi, Mxolisi, Zola, Ayabonga, Phumlani, Loyiso, Xolani',
    'Mbeki, Ngxola, Sigcawu, Mfeketo, Qwabe, Jwara, Gqola, Tshabalala, Mabandla, Nqakula, Sonti, Makeba, Njokweni',
  ),
  names(
    'Palesa, Lerato, Mpho, Dineo, Puleng, Nthabiseng, Matshidiso, Keneuoe, Refiloe, Limpho, Mamello, Teboho',
    'Tshepo, Lehlohonolo, Thabiso, Katleho, Tumelo, Molefi, Tebello, Retselisitsoe, Sechaba, Tsietsi, Pule, Khotso',
    'Mokoena, Mofokeng, Motaung, Letsie, Moloi, Radebe, Tau, Sehlabaka, Phakisi, Lebona, Makhetha, Nhlapo, Tsotetsi',
  ),
  names(
    'Boitumelo, Kelebogile, Tshegofatso, Gontse, Onalenna, Masego, Kagiso, Lesego, Omphile, Bontle, Oratile',
    'Kabelo, Tshiamo, Thuso, Obakeng, Olebogeng, Tiro, Mothusi, Kgosi, Letlhogonolo, Kgotso, Tebogo, Itumeleng',
    'Molefe, Modise, Kgosana, Moagi, Seleke, Mogotsi, Motsepe, Tlhapane, Phiri, Sebego, Mokgatlhe, Tsheole, Gaborone',
  ),
  names(
    'Mapula, Mmabatho, Lebogang, Raesetja, Pheladi, Mokgadi, Khutso, Sewela, Hunadi, Ngwanatau, Maite, Matlala',
    'Lesiba, Thapelo, Phuti, Malose, Kgaogelo, Tlou, Sello, Madimetja, Karabo, Noko, Maropeng, Mogale',
    'Ledwaba, Mashego, Maponya, Rapetswa, Mamabolo, Matlou, Sekhukhune, Mphahlele, Molepo, Kekana, Mojapelo',
  ),
  names(
    'Tsakani, Nyiko, Basani, Hlulani, Khensani, Rirhandzu, Ntsako, Vutlhari, Xiluva, Tintswalo, Amukelani, Nkhensani',
    'Hlayiseka, Vukosi, Tiyani, Mikhenso, Rhulani, Akani, Musa, Kulani, Nsovo, Matimu, Wisani, Langutani',
    'Baloyi, Maluleke, Chauke, Mabunda, Shivambu, Ngobeni, Mathebula, Rikhotso, Makhubele, Hlungwani, Nkuna, Bila',
  ),
  names(
    'Mulalo, Takalani, Rofhiwa, Ndivhuwo, Tshilidzi, Livhuwani, Zwivhuya, Murendeni, Dakalo, Khathutshelo, Vhutali',
    'Rendani, Mashudu, Phathutshedzo, Thendo, Azwinndini, Ntendeni, Lufuno, Gundo, Vhahangwele, Mpfariseni, Tendani',
    'Mudau, Netshitenzhe, Ramavhoya, Nemukula, Tshivhase, Makhado, Mulaudzi, Rambau, Sikhwari, Nevhutalu',
  ),
  names(
    'Annelie, Marietjie, Elmarie, Riana, Hanlie, Chantelle, Liezl, Ilse, Karien, Sonja, Anneke, Mariska',
    'Pieter, Johan, Hennie, Gerhard, Francois, Deon, Stefan, Wikus, Jaco, Ruan, Schalk, Kobus',
    'Botha, van der Merwe, Pretorius, Venter, du Plessis, Steyn, Coetzee, Erasmus, Fourie, Viljoen, Nel, le Roux',
  ),
  names(
    'Claire, Bronwyn, Heather, Tracey, Megan, Gillian, Shannon, Kerry, Nicole, Jessica, Catherine, Robyn',
    'Craig, Warren, Gareth, Bradley, Stuart, Neil, Ryan, Grant, Duncan, Matthew, Shaun, Brett',
    'Whitfield, Cartwright, Barker, Hollis, Pringle, Thackeray, Ashworth, Kelso, Rutherford, Paterson, Lambert',
  ),
  names(
    'Priya, Anusha, Kavitha, Shireen, Nirvana, Deepika, Yashika, Vanitha, Reshma, Sarisha, Prenisha, Lavanya',
    'Kumaran, Yuvesh, Rajesh, Devan, Suren, Prakash, Vikesh, Logan, Nishal, Ashwin, Kamal, Thiren',
    'Naidoo, Pillay, Govender, Moodley, Reddy, Maharaj, Chetty, Padayachee, Singh, Ramdass, Perumal, Naicker',
  ),
  names(
    'Faeeza, Nazeema, Candice, Chanel, Tasneem, Rochelle, Lameez, Shafieka, Bernadine, Charlene, Zaida, Monique',
    'Ashraf, Riedwaan, Keenan, Ricardo, Faizel, Jerome, Clayton, Shadley, Marlon, Igsaan, Quinton, Donovan',
    'Adams, Jacobs, Davids, Petersen, Hendricks, Isaacs, Abrahams, Fortuin, Arendse, Samsodien, Williams, Cupido',
  ),
];

/** Bank and universal branch from the bank lookup, large banks more often. */
export const seedBanks: [BankCode: number, BranchCode: number][] = [
  ...repeat(5, [4, 470010]),
  ...repeat(4, [6, 250655]),
  ...repeat(3, [9, 51001]),
  ...repeat(3, [1, 632005]),
  ...repeat(2, [8, 198765]),
  ...repeat(2, [10, 678910]),
  [2, 430000],
  [3, 462005],
  [5, 679000],
  [7, 580105],
];

function repeat(times: number, bank: [number, number]): [number, number][] {
  return Array.from({ length: times }, () => bank);
}
