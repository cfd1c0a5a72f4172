/** Invented organisers: name, initials and the two colours of the logo. */
export const sampleOrganizers = {
  rembulan: { name: 'Rembulan Karya', initials: 'RK', colors: ['#ff7a59', '#4a1259'] },
  kampung: { name: 'Kampung Riang', initials: 'KR', colors: ['#f4b728', '#b3273d'] },
  lentera: { name: 'Lentera Panggung', initials: 'LP', colors: ['#e0a83a', '#58101d'] },
  nalar: { name: 'Ruang Nalar', initials: 'RN', colors: ['#4f8bff', '#0d2060'] },
  gelora: { name: 'Gelora Nusa', initials: 'GN', colors: ['#1fbf7c', '#0a3455'] },
} as const;
