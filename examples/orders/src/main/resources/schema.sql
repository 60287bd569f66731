create table if not exists orders (
  id varchar(36) primary key,
  item varchar(100) not null,
  quantity int not null,
  placed_at timestamp(3) with time zone not null,
  idempotency_key_hash varchar(64) not null,
  attempt int not null,
  placed_by varchar(255) not null
);

create index if not exists orders_by_key on orders (idempotency_key_hash);
