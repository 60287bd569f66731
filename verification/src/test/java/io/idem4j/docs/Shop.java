package io.idem4j.docs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The service that the guide's programs are about: it counts its effects. */
final class Shop {
    record Order(String id, String customer, String item, int quantity) {}

    record Receipt(String number, String item) {}

    /** The bank said no: nothing was charged, and it will say no again. */
    static final class DeclinedException extends Exception {
        private static final long serialVersionUID = 1L;

        DeclinedException(String message) {
            super(message);
        }
    }

    /** The bank did not answer: it may have charged. */
    static final class NoAnswerException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static final class Orders {
        private final AtomicInteger placed = new AtomicInteger();
        private final List<String> shipped = new ArrayList<>();

        Receipt place(Order order) {
            return new Receipt("R" + placed.incrementAndGet(), order.item());
        }

        List<Receipt> placeAll(List<Order> orders) {
            return orders.stream().map(this::place).toList();
        }

        void ship(Order order) {
            shipped.add(order.id());
        }

        int placed() {
            return placed.get();
        }

        List<String> shipped() {
            return shipped;
        }
    }

    /** A bank that knows its charges by the key that they came with, and can be made to decline or to stay silent. */
    static final class Bank {
        private final Map<String, Receipt> charges = new ConcurrentHashMap<>();
        private final AtomicInteger asked = new AtomicInteger();
        private boolean declines;
        private boolean silent;

        Receipt charge(Order order, String key) throws DeclinedException {
            asked.incrementAndGet();
            if (declines) {
                throw new DeclinedException("insufficient funds");
            }
            Receipt receipt = charges.computeIfAbsent(key, unused -> new Receipt("C" + charges.size(), order.item()));
            if (silent) {
                throw new NoAnswerException();
            }
            return receipt;
        }

        CompletableFuture<Receipt> chargeLater(Order order, String key) {
            return CompletableFuture.supplyAsync(() ->
                    charges.computeIfAbsent(key, unused -> new Receipt("C" + charges.size(), order.item())));
        }

        Optional<Receipt> lookUp(String key) {
            if (silent) {
                throw new NoAnswerException();
            }
            return Optional.ofNullable(charges.get(key));
        }

        void declines() {
            declines = true;
        }

        void silent(boolean value) {
            silent = value;
        }

        int asked() {
            return asked.get();
        }

        Map<String, Receipt> statement() {
            return new HashMap<>(charges);
        }
    }

    /** A queue's view of one delivery. */
    static final class Delivery {
        String answer = "none";

        void again(java.time.Duration later) {
            answer = "again in " + later.toSeconds() + " s";
        }

        void setAside() {
            answer = "set aside";
        }

        void acknowledge() {
            answer = "acknowledged";
        }
    }

    private Shop() {}
}
